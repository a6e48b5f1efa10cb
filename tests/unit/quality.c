#include "format/diagnostic.h"
#include "profile/query/own_cost.h"
#include "profile/query/quality.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

static void begin(struct builder *builder)
{
    builder_begin(builder);
    builder_header(builder)->products = 1u << QP_QPROF;
    builder_header(builder)->state = QP_RUN_ENDED;
}

/* Return all sentences about the quality of a run. Before each sentence is its level. */
static const char *sentences_of(struct builder *builder, const struct qp_selection *selection)
{
    static char text[8000];
    struct test_query opened;
    struct qp_quality quality;
    test_open_query(&opened, builder, selection);
    assert_true(qp_quality_open(&quality, &opened.query));
    text[0] = '\0';
    for (uint32_t i = 0; i < quality.count; i++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s: %s\n", qp_quality_level_name(quality.items[i].level),
                 quality.items[i].text);
    }
    qp_quality_close(&quality);
    test_close_query(&opened);
    return text;
}

static const char *sentences_of_qprof(struct builder *builder)
{
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    return sentences_of(builder, &selection);
}

static void expect(const char *text, const char *sentence)
{
    if (!strstr(text, sentence))
        fail_msg("missing: %s\nin: %s", sentence, text);
}

static void expect_none(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("unexpected: %s\nin: %s", part, text);
}

TEST(run_that_ended_well_has_no_warnings)
{
    struct builder builder;
    begin(&builder);
    const char *text = sentences_of_qprof(&builder);
    expect(text, "good: The program ended normally; the file is complete.\n");
    expect(text, "good: No event was misused or lost.\n");
    expect_none(text, "warning");
    expect_none(text, "libvt");
}

TEST(misuse_and_folded_paths_are_warnings)
{
    struct builder builder;
    begin(&builder);
    struct qp_diagnostic *it = &builder_header(&builder)->diagnostics[QP_QPROF][QP_DIAGNOSTIC_UNMATCHED_EXIT];
    it->count = 3;
    strcpy(it->first, "qprof_record_fn_exit(0x55)");
    builder_header(&builder)->folded = 7;
    const char *text = sentences_of_qprof(&builder);
    expect(text, "warning: 3 × an exit to a stack id that was never entered; first qprof_record_fn_exit(0x55).\n");
    expect(text, "warning: 7 calls on new call paths had no room");
    expect_none(text, "No event was misused");
}

TEST(saved_file_and_exit_without_shutdown_are_noted)
{
    struct builder builder;
    begin(&builder);
    builder_header(&builder)->state = QP_RUN_SAVED;
    expect(sentences_of_qprof(&builder), "note: Saved while the program was running");
    begin(&builder);
    builder_header(&builder)->ended_by = 1;
    expect(sentences_of_qprof(&builder), "good: The program ended without shutting down the recorder");
}

TEST(unmeasured_overhead_is_noted)
{
    struct builder builder;
    begin(&builder);
    expect(sentences_of_qprof(&builder),
           "note: The recorder's overhead was not measured, and is included in the times.\n");
}

/* Return the sentences about a function that ran for `running` ns in a process that used `cpu` ns of CPU time. */
static const char *sentences_of_cpu_time(uint64_t running, uint64_t cpu, enum qp_clock_kind clock)
{
    struct builder builder;
    begin(&builder);
    builder_header(&builder)->cpu_start_ns = 7;
    builder_header(&builder)->cpu_latest_ns[builder_header(&builder)->clock_current] = 7 + cpu;
    builder_header(&builder)->clock_kind = clock;
    builder_method(&builder, QP_QPROF, 1, "main", NULL, NULL, 0);
    builder_node(&builder, builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, "main"), 0, 0), 1, 1, running);
    return sentences_of_qprof(&builder);
}

#define MS ((uint64_t)1000000)

TEST(processor_missing_for_a_fifth_of_the_running_time_is_noted)
{
    expect(sentences_of_cpu_time(21000 * MS, 2500 * MS, QP_CLOCK_FAKE),
           "note: Functions ran for 21.0 s, but the process used only 2.50 s of CPU time: they waited for a "
           "processor, or in calls that are not flagged as blocking. To measure CPU time, use "
           "-measure-timed-calls=user+system.\n");
    expect(sentences_of_cpu_time(1000 * MS, 799 * MS, QP_CLOCK_FAKE), "used only 799 ms of CPU time");
    expect_none(sentences_of_cpu_time(1000 * MS, 800 * MS, QP_CLOCK_FAKE), "had a processor");
    expect_none(sentences_of_cpu_time(10 * MS, 1 * MS, QP_CLOCK_FAKE),
                "had a processor"); /* the run is too short for a coarse CPU clock */
}

TEST(nothing_is_noted_of_processors_if_cpu_time_is_unknown_or_was_measured)
{
    expect_none(sentences_of_cpu_time(21000 * MS, 0, QP_CLOCK_FAKE), "had a processor");
    expect_none(sentences_of_cpu_time(21000 * MS, 2500 * MS, QP_CLOCK_THREAD_CPU), "had a processor");
}

/* The overhead is 2 ticks of 1 ns per call, within the method. */
TEST(subtracted_overhead_is_named_by_function)
{
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    static const uint64_t calls[] = {10, 30, 5, 20, 1};
    struct builder builder;
    begin(&builder);
    builder_header(&builder)->own_cost[QP_QPROF] = (struct qp_own_cost){2 * QP_OWN_COST_UNIT, 0, 256, 512};
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, "main"), 0, 0);
    for (uint64_t i = 0; i < 5; i++) {
        builder_method(&builder, QP_QPROF, i + 1, names[i], NULL, NULL, 0);
        builder_node(&builder, root, i + 1, calls[i], 1000);
    }
    expect(sentences_of_qprof(&builder),
           "note: Recorder overhead of 132 ns ± 33 ns was subtracted from all times: 60 ns from b, 40 ns from d, 20 ns "
           "from a, and 12 ns from 2 others. Compare");
}

TEST(overhead_below_its_spread_has_an_upper_limit)
{
    struct builder builder;
    begin(&builder);
    builder_header(&builder)->own_cost[QP_QPROF] = (struct qp_own_cost){2 * QP_OWN_COST_UNIT, 0, 256, 2304};
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, "main"), 0, 0);
    builder_node(&builder, root, 1, 100, 1000);
    expect(sentences_of_qprof(&builder),
           "note: Recorder overhead of 200 ns (uncertain, at most 600 ns; an idle machine "
           "gives a better estimate) was subtracted from all times");
}

TEST(library_without_a_clock_has_no_times)
{
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_CPROF);
    begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    const char *text = sentences_of(&builder, &selection);
    expect(text, "note: No times: libcprof counts without a clock.\n");
    expect_none(text, "own cost");
}

TEST(unrecorded_lines_are_no_missed_lines)
{
    struct builder builder;
    static const int lines[] = {1, 2, 3};
    begin(&builder);
    builder_method(&builder, QP_QPROF, 1, "main", "main.lua", lines, 3);
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, "main"), 0, 0);
    builder_node(&builder, root, 1, 1, 10);
    expect(sentences_of_qprof(&builder), "note: No lines were recorded; to record them, use -granularity=line.\n");
}

TEST(functions_with_a_single_line_have_no_lines_to_record)
{
    struct builder builder;
    static const int lines[] = {1};
    begin(&builder);
    builder_method(&builder, QP_QPROF, 1, "main", "main.c", lines, 1);
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, "main"), 0, 0);
    builder_node(&builder, root, 1, 1, 10);
    expect_none(sentences_of_qprof(&builder), "granularity");
}

/* Build a run in which main is called before a phase and continues in that phase. */
static uint32_t begin_phase_without_calls(struct builder *builder)
{
    static const int lines[] = {1, 2, 3};
    begin(builder);
    uint32_t thread = builder_thread(builder, 1, "main");
    builder_method(builder, QP_QPROF, 1, "main", "main.lua", lines, 3);
    uint32_t root = builder_root(builder, QP_QPROF, thread, 0, 0);
    builder_node(builder, root, 1, 1, 10);
    builder_mark(builder, QP_QPROF, QP_MARK_PHASE, 10, 1, "quiet");
    builder_node(builder, builder_root(builder, QP_QPROF, thread, 0, 1), 1, 0, 10);
    return root;
}

TEST(phase_without_calls_has_no_lines_if_its_run_counted_none)
{
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    selection.phase = "quiet";
    begin_phase_without_calls(&builder);
    expect(sentences_of(&builder, &selection),
           "note: No lines were recorded; to record them, use -granularity=line.\n");
}

TEST(phase_without_calls_has_lines_if_its_run_counted_them)
{
    struct builder builder;
    static const uint64_t counts[] = {1, 1, 0};
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    selection.phase = "quiet";
    builder_blocks(&builder, begin_phase_without_calls(&builder), 1, 0, counts, 3);
    expect_none(sentences_of(&builder, &selection), "No lines");
}

TEST(missing_branches_are_noted_if_lines_were_recorded)
{
    struct builder builder;
    static const int lines[] = {1, 2};
    static const uint64_t counts[] = {1, 1};
    begin(&builder);
    builder_method(&builder, QP_QPROF, 1, "main", "main.lua", lines, 2);
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, "main"), 0, 0);
    builder_node(&builder, root, 1, 1, 10);
    builder_blocks(&builder, root, 1, 0, counts, 2);
    const char *text = sentences_of_qprof(&builder);
    expect(text, "note: No branches were recorded.\n");
    expect_none(text, "No lines");
}

TEST(texts_of_a_client_are_printable)
{
    struct builder builder;
    begin(&builder);
    struct qp_diagnostic *it = &builder_header(&builder)->diagnostics[QP_QPROF][QP_DIAGNOSTIC_BAD_OPTION];
    it->count = 1;
    strcpy(it->first, "-x=\033[31m\n");
    expect(sentences_of_qprof(&builder), "first -x=\\x1b[31m\\x0a.\n");
}
