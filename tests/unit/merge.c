/* merge.c - what is merged is the sum of its runs, number by number, whatever the order and whatever was merged before;
 * its times add up to the tick; and what must not become one does not. */
#include "data/merge.h"
#include "data/coverage.h"
#include "data/ledger.h"
#include "tests/support/added.h"
#include "tests/support/balanced.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"
#include "tests/support/timeline_log.h"

#include <string.h>

#define MOST 5

/* ---- runs -------------------------------------------------------------------------------------------------------- */

struct run {
    int fd;
    enum qp_ending ending;
};

static struct run run_from(struct builder *builder, uint32_t pid, uint64_t second)
{
    struct qp_header *header = builder_header(builder);
    header->pid = pid;
    header->start_realtime_ns = 1000000000u * second;
    struct run run = {test_write_builder(builder), QP_ENDING_NORMAL};
    assert_true(run.fd >= 0);
    return run;
}

/* Of a process of its own. */
static struct run run_of(struct builder *builder, uint32_t pid)
{
    return run_from(builder, pid, pid);
}

static struct run sample_run(uint32_t pid)
{
    struct builder builder;
    sample_build(&builder);
    return run_of(&builder, pid);
}

/* The clock is a processor's: so many ticks in so many nanoseconds. */
static struct run sample_run_at(uint32_t pid, uint64_t ticks, uint64_t ns)
{
    struct builder builder;
    sample_build(&builder);
    struct qp_header *header = builder_header(&builder);
    header->clock_kind = QP_CLOCK_TSC;
    header->clock_start = (struct qp_clock_pair){0, 0};
    header->clock_latest[0] = header->clock_latest[1] = (struct qp_clock_pair){ticks, ns};
    return run_of(&builder, pid);
}

static struct run balanced_run(uint32_t pid)
{
    struct balanced balanced;
    balanced_build(&balanced);
    return run_of(&balanced.builder, pid);
}

/* A run of functions of one name and line, called 1, 2, ... times. */
static struct run run_of_equals(uint32_t pid, int count)
{
    static const int lines[] = {3, 4};
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    uint32_t thread = builder_thread(&builder, 1, NULL);
    uint32_t root = builder_root(&builder, QP_CPROF, thread, 0, 0);
    for (int i = 1; i <= count; i++) {
        const uint64_t counts[] = {(uint64_t)i, 0};
        uint64_t id = (uint64_t)i * pid;
        builder_method(&builder, QP_CPROF, id, "f", "a.lua", lines, 2);
        builder_node(&builder, root, id, (uint64_t)i, 0);
        builder_blocks(&builder, root, id, 0, counts, 2);
    }
    return run_of(&builder, pid);
}

/* The system gave the number of a process again: in another second a run began with it. */
static struct run sample_run_from(uint32_t pid, uint64_t second)
{
    struct builder builder;
    sample_build(&builder);
    return run_from(&builder, pid, second);
}

/* A run of functions without a name, to which the client gave one id after another had it, called 1, 2, ... times. The
 * last one has it still; those of other files are others. */
static struct run run_of_reused_id(uint32_t pid, int count)
{
    const uint64_t told = 0x77;
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    uint32_t root = builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, NULL), 0, 0);
    for (int i = 1; i <= count; i++) {
        uint64_t id = i < count ? 0x8000000000u + (uint64_t)i * pid : told;
        uint32_t method = builder_method(&builder, QP_CPROF, id, NULL, i % 2 ? "a.lua" : NULL, NULL, 0);
        builder_node(&builder, root, id, (uint64_t)i, 0);
        if (i == count)
            continue;
        uint32_t reference = builder_record(&builder, QP_KIND_LINES, sizeof told);
        *(uint64_t *)builder_at(&builder, reference) = told;
        struct qp_method_record *record = builder_at(&builder, method);
        record->told_id = reference;
        record->flags = QP_METHOD_RETIRED;
    }
    return run_of(&builder, pid);
}

static void open_run(struct qp_profile *profile, struct run run)
{
    struct qp_error error = {0};
    assert_int_equal(qp_profile_open_fd(profile, run.fd, run.ending, &error), 0);
}

/* ---- merging them ------------------------------------------------------------------------------------------------ */

static enum qp_merge_result add(struct qp_merge *merge, struct run run, struct qp_error *error)
{
    struct qp_profile profile;
    open_run(&profile, run);
    enum qp_merge_result result = qp_merge_add(merge, &profile, "a run", error);
    qp_profile_close(&profile);
    return result;
}

static struct run merge_apart(const struct run *runs, size_t count, bool apart)
{
    struct qp_error error = {0};
    struct qp_merge *merge = qp_merge_new(apart);
    struct qp_writer writer;
    struct run merged = {memfd_create("merged", MFD_CLOEXEC), QP_ENDING_NORMAL};
    assert_non_null(merge);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(add(merge, runs[i], &error), QP_MERGE_ADDED);
    assert_int_equal(qp_merge_write(merge, &writer, &error), 0);
    qp_merge_free(merge);
    assert_int_equal(qp_writer_save_fd(&writer, merged.fd, &error), 0);
    qp_writer_close(&writer);
    return merged;
}

static struct run merge(const struct run *runs, size_t count)
{
    return merge_apart(runs, count, false);
}

static void close_runs(const struct run *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        close(runs[i].fd);
}

static void add_numbers(struct added *added, struct run run, bool raw, bool alone)
{
    struct qp_profile profile;
    open_run(&profile, run);
    added_profile(added, &profile, raw);
    if (alone)
        added_places(added, &profile);
    qp_profile_close(&profile);
}

/* Every number of the result is that of the runs, to so many nanoseconds. */
static void expect_sum(const struct run *runs, size_t count, uint64_t most)
{
    struct run merged = merge(runs, count);
    for (int raw = 0; raw < 2; raw++) {
        struct added sum = {0}, found = {0};
        for (size_t i = 0; i < count; i++)
            add_numbers(&sum, runs[i], raw, count == 1);
        add_numbers(&found, merged, raw, count == 1);
        assert_true(found.count > 20);
        added_expect_equal(&sum, &found, most);
        added_free(&sum);
        added_free(&found);
    }
    close(merged.fd);
}

static struct qp_ledgers ledgers_of(struct run run)
{
    struct qp_profile profile;
    struct qp_ledgers ledgers;
    open_run(&profile, run);
    assert_int_equal(profile.reader.damages, 0);
    assert_true(qp_ledgers_check(&ledgers, &profile));
    qp_profile_close(&profile);
    return ledgers;
}

static void expect_same_bytes(struct run one, struct run other)
{
    char left[4096], right[4096];
    off_t size = lseek(one.fd, 0, SEEK_END);
    assert_int_equal(size, lseek(other.fd, 0, SEEK_END));
    for (off_t at = 0; at < size; at += (off_t)sizeof left) {
        assert_int_equal(pread(one.fd, left, sizeof left, at), sizeof left);
        assert_int_equal(pread(other.fd, right, sizeof right, at), sizeof right);
        assert_memory_equal(left, right, sizeof left);
    }
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

TEST(a_run_alone_says_what_it_said)
{
    struct run sample = sample_run(1), balanced = balanced_run(2);
    expect_sum(&sample, 1, 0);
    expect_sum(&balanced, 1, 0);
    close(sample.fd);
    close(balanced.fd);
}

TEST(merged_runs_are_their_sum)
{
    struct run runs[] = {sample_run(1), sample_run(2), balanced_run(3), sample_run(4)};
    expect_sum(runs, 4, 0);
    close_runs(runs, 4);
}

TEST(functions_without_a_name_keep_an_id_that_was_used_again)
{
    struct run runs[] = {run_of_reused_id(1, 4), run_of_reused_id(2, 3), run_of_reused_id(3, 5)};
    struct run merged = merge(runs, 3), two = merge(runs + 1, 2);
    struct run backwards = merge((const struct run[]){two, runs[0]}, 2);
    struct qp_profile profile;
    expect_same_bytes(merged, backwards);
    open_run(&profile, merged);
    uint64_t calls = 0;
    assert_int_equal(profile.method_count, 5);
    for (uint32_t i = 0; i < profile.method_count; i++) {
        char name[40];
        qp_profile_method_name(&profile, i, name, sizeof name);
        assert_string_equal(name, "0x77");
        assert_int_equal(profile.methods[i].told_id, 0x77);
    }
    for (uint32_t i = 0; i < profile.node_count; i++)
        calls += profile.nodes[i].calls;
    assert_int_equal(calls, 10 + 6 + 15);
    qp_profile_close(&profile);
    close_runs(runs, 3);
    close(merged.fd);
    close(two.fd);
    close(backwards.fd);
}

/* Time that was open at the end is in the sums, too. */
TEST(a_run_that_was_killed_has_its_open_time)
{
    struct run runs[] = {sample_run(1), balanced_run(2)};
    runs[0].ending = runs[1].ending = QP_ENDING_KILLED;
    expect_sum(runs, 1, 0);
    expect_sum(runs, 2, 0);
    close_runs(runs, 2);
}

/* Calls of f on two threads, whose lines are counted and timed; what that cost is as the run measured it. */
static struct run run_of_cost(uint32_t pid, uint64_t cost, uint64_t times_told)
{
    static const int lines[] = {1, 2, 3};
    static const uint64_t counts[] = {5, 10, 0};
    struct builder builder;
    builder_begin(&builder);
    struct qp_header *header = builder_header(&builder);
    header->products = 1u << QP_QPROF;
    header->folded = pid;
    header->clock_latest[0] = (struct qp_clock_pair){1000000, 1000000};
    header->own_cost[QP_QPROF] = (struct qp_own_cost){cost, 2 * cost, 2 * cost, 4 * cost};
    builder_method(&builder, QP_QPROF, 1, "f", "a.lua", lines, 3);
    for (uint32_t i = 1; i <= 2; i++) {
        const uint64_t times[] = {1000 * (uint64_t)i, 7 * (uint64_t)pid, 0};
        uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, i, NULL), 0, 0);
        uint32_t node = builder_node(&builder, root, 1, 10 * i, 5000);
        builder_node(&builder, node, 1, 3, 20);
        builder_blocks(&builder, root, 1, 0, counts, 3);
        uint32_t timed = builder_blocks(&builder, root, 1, 1, times, 3);
        ((struct qp_block_array *)builder_at(&builder, timed))->events = times_told;
    }
    builder_balance(&builder);
    return run_of(&builder, pid);
}

/* Node by node, and line by line; where a node had less than it should have cost, all of that. */
TEST(own_cost_is_that_of_each_run)
{
    struct run runs[] = {run_of_cost(1, 2560, 30), run_of_cost(2, 256 * 7, 8), run_of_cost(3, 0, 5)};
    expect_sum(runs, 1, 0);
    expect_sum(runs, 3, 0);
    struct run merged = merge(runs, 2);
    struct qp_profile profile;
    open_run(&profile, merged);
    uint64_t taken = 0;
    for (uint32_t i = 0; i < profile.node_count; i++)
        taken += profile.own[i];
    assert_true(taken > 1000);
    assert_int_equal(profile.reader.header.own_cost[QP_QPROF].inside, (2560 + 256 * 7) / 2); /* both called as often */
    qp_profile_close(&profile);
    assert_string_equal(ledgers_of(merged).first, "");
    close(merged.fd);
    close_runs(runs, 3);
}

static uint64_t duration_of(struct run run)
{
    struct qp_profile profile;
    open_run(&profile, run);
    uint64_t duration = qp_profile_duration_ns(&profile);
    qp_profile_close(&profile);
    return duration;
}

/* Numbers of runs are rounded, and parts of the result are: that are nanoseconds, as many as the parts at most. */
TEST(clocks_of_other_rates_become_nanoseconds)
{
    struct run runs[] = {sample_run_at(1, 7000003, 2333357), sample_run(2), sample_run_at(3, 1300007, 2600029)};
    expect_sum(runs, 3, 40);
    struct run merged = merge(runs, 3);
    assert_int_equal(duration_of(merged), 2333357 + duration_of(runs[1]) + 2600029);
    close(merged.fd);
    close_runs(runs, 3);
}

/* A function whose client told in one run that it blocks, and in the other not: its time is of two kinds. */
TEST(time_stays_of_the_kind_that_its_run_knew)
{
    struct run runs[2];
    for (uint32_t i = 0; i < 2; i++) {
        struct builder builder;
        builder_begin(&builder);
        builder_header(&builder)->products = 1u << QP_QPROF;
        uint32_t method = builder_method(&builder, QP_QPROF, 1, "read", NULL, NULL, 0);
        ((struct qp_method_record *)builder_at(&builder, method))->flags = i ? QP_METHOD_BLOCKS : 0;
        uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
        builder_node(&builder, root, 1, 1, 100 + i);
        builder_balance(&builder);
        runs[i] = run_of(&builder, i + 1);
    }
    struct run merged = merge(runs, 2);
    struct added sum = {0}, found = {0};
    add_numbers(&sum, runs[0], false, false);
    add_numbers(&sum, runs[1], false, false);
    add_numbers(&found, merged, false, false);
    added_expect_equal(&sum, &found, 0);
    added_free(&sum);
    added_free(&found);
    close(merged.fd);
    close_runs(runs, 2);
}

/* ---- ledgers ----------------------------------------------------------------------------------------------------- */

TEST(times_add_up_after_any_rounding)
{
    static const uint64_t rates[][2] = {{3200, 3200}, {7919, 2503}, {1009, 4001}, {99991, 7}, {13, 99989}};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        struct balanced balanced;
        balanced_build(&balanced);
        struct qp_header *header = builder_header(&balanced.builder);
        header->clock_kind = QP_CLOCK_TSC;
        header->clock_latest[0] = (struct qp_clock_pair){rates[i][0], rates[i][1]};
        for (int ending = 0; ending <= QP_ENDING_KILLED; ending++) {
            struct run runs[] = {run_of(&balanced.builder, 1), balanced_run(2)}, merged;
            runs[0].ending = (enum qp_ending)ending;
            merged = merge(runs, 2);
            struct qp_ledgers ledgers = ledgers_of(merged);
            assert_string_equal(ledgers.first, "");
            assert_true(ledgers.checked > 6);
            close(merged.fd);
            close_runs(runs, 2);
            balanced_build(&balanced);
        }
        builder_free(&balanced.builder);
    }
}

TEST(what_was_off_stays_off)
{
    for (const struct balanced_wrong *wrong = balanced_wrongs; wrong->name; wrong++) {
        struct balanced balanced;
        balanced_build(&balanced);
        wrong->plant(&balanced);
        struct run run = run_of(&balanced.builder, 1), merged = merge(&run, 1);
        if (ledgers_of(merged).off == 0)
            fail_msg("%s is not told any more", wrong->name);
        close(merged.fd);
        close(run.fd);
    }
}

/* ---- the order means nothing ------------------------------------------------------------------------------------- */

TEST(any_order_gives_the_same_bytes)
{
    static const int orders[][MOST] = {{1, 0, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 3, 0, 1}, {1, 3, 2, 0, 4}};
    struct run runs[MOST] = {sample_run(1), balanced_run(2), sample_run_at(3, 7000003, 2333357), run_of_equals(4, 3),
                             run_of_equals(5, 2)};
    struct run merged = merge(runs, MOST);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct run ordered[MOST], other;
        for (int k = 0; k < MOST; k++)
            ordered[k] = runs[orders[i][k]];
        other = merge(ordered, MOST);
        expect_same_bytes(merged, other);
        close(other.fd);
    }
    close(merged.fd);
    close_runs(runs, MOST);
}

TEST(what_was_merged_before_means_nothing)
{
    struct run runs[MOST] = {sample_run(1), balanced_run(2), sample_run_at(3, 7000003, 2333357), run_of_equals(4, 3),
                             run_of_equals(5, 2)};
    struct run merged = merge(runs, MOST);
    const struct run halves[] = {merge(runs, 2), merge(runs + 2, 3)};
    const struct run first[] = {merge(runs + 4, 1), runs[3], merge(runs, 3)};
    const struct run others[] = {merge(halves, 2), merge(first, 3), merge(&merged, 1)};
    for (int i = 0; i < 3; i++)
        expect_same_bytes(merged, others[i]);
    close_runs(others, 3);
    close_runs(halves, 2);
    close(first[0].fd);
    close(first[2].fd);
    close(merged.fd);
    close_runs(runs, MOST);
}

/* ---- each run once ----------------------------------------------------------------------------------------------- */

TEST(runs_of_one_process_number_that_began_at_other_times_are_two)
{
    struct run runs[] = {sample_run_from(1, 1), sample_run_from(1, 2), sample_run_from(1, 2)};
    struct qp_error error = {0};
    struct qp_merge *merge = qp_merge_new(false);
    assert_non_null(merge);
    assert_int_equal(add(merge, runs[0], &error), QP_MERGE_ADDED);
    assert_int_equal(add(merge, runs[1], &error), QP_MERGE_ADDED);
    assert_int_equal(add(merge, runs[2], &error), QP_MERGE_KNOWN);
    qp_merge_free(merge);
    close_runs(runs, 3);
}

TEST(a_run_counts_once)
{
    struct run runs[] = {sample_run(1), sample_run(2), sample_run(3)}, pair = merge(runs, 2);
    struct qp_merge *merge = qp_merge_new(false);
    struct qp_error error = {0};
    assert_int_equal(add(merge, pair, &error), QP_MERGE_ADDED);
    assert_int_equal(add(merge, runs[1], &error), QP_MERGE_KNOWN);
    assert_int_equal(add(merge, pair, &error), QP_MERGE_KNOWN);
    assert_int_equal(add(merge, runs[2], &error), QP_MERGE_ADDED);
    assert_int_equal(add(merge, runs[2], &error), QP_MERGE_KNOWN);
    qp_merge_free(merge);
    close(pair.fd);
    close_runs(runs, 3);
}

TEST(runs_that_overlap_are_refused)
{
    struct run runs[] = {sample_run(1), sample_run(2), sample_run(3)};
    struct run pairs[] = {merge(runs, 2), merge(runs + 1, 2)};
    struct qp_merge *merge = qp_merge_new(false);
    struct qp_error error = {0};
    assert_int_equal(add(merge, pairs[0], &error), QP_MERGE_ADDED);
    assert_int_equal(add(merge, pairs[1], &error), QP_MERGE_FAILED);
    assert_int_equal(error.code, QP_ERR_CHOICE);
    assert_non_null(strstr(error.text, "1 of its 2 runs are in another of the files"));
    assert_non_null(strstr(error.text, "(pid 2)"));
    qp_merge_free(merge);
    close_runs(pairs, 2);
    close_runs(runs, 3);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* As two functions without a name on one line, which coverage tells apart. */
TEST(of_equal_functions_the_first_are_one_and_the_second_are_one)
{
    struct run runs[] = {run_of_equals(1, 3), run_of_equals(2, 2)}, merged = merge(runs, 2);
    struct qp_profile profile;
    open_run(&profile, merged);
    assert_int_equal(profile.method_count, 3);
    uint64_t calls[4] = {0};
    for (uint32_t i = 0; i < profile.node_count; i++) {
        if (profile.nodes[i].method != QP_NONE)
            calls[profile.nodes[i].method] = profile.nodes[i].calls;
    }
    assert_int_equal(calls[0], 2);
    assert_int_equal(calls[1], 4);
    assert_int_equal(calls[2], 3);
    qp_profile_close(&profile);
    close(merged.fd);
    close_runs(runs, 2);
}

/* ---- sources ----------------------------------------------------------------------------------------------------- */

/* A run of main.lua with this text, whose line 1 ran and whose line 2 did not. */
static struct run run_of_text(uint32_t pid, const char *text)
{
    static const int lines[] = {1, 2};
    static const uint64_t counts[] = {1, 0};
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    uint32_t thread = builder_thread(&builder, 1, NULL);
    uint32_t root = builder_root(&builder, QP_CPROF, thread, 0, 0);
    builder_method(&builder, QP_CPROF, 5, "main", "main.lua", lines, 2);
    builder_node(&builder, root, 5, 1, 0);
    builder_blocks(&builder, root, 5, 0, counts, 2);
    uint32_t source = builder_record(&builder, QP_KIND_SOURCE, sizeof(struct qp_source_record));
    *(struct qp_source_record *)builder_at(&builder, source) = (struct qp_source_record){
        .published = 1,
        .file = builder_string(&builder, "main.lua"),
        .text = builder_bytes(&builder, QP_KIND_TEXT, text, (uint32_t)strlen(text)),
    };
    return run_of(&builder, pid);
}

TEST(a_source_that_changed_is_refused)
{
    struct run runs[] = {run_of_text(1, "one"), run_of_text(2, "other")};
    struct qp_merge *merge = qp_merge_new(false);
    struct qp_error error = {0};
    assert_int_equal(add(merge, runs[0], &error), QP_MERGE_ADDED);
    assert_int_equal(add(merge, runs[1], &error), QP_MERGE_FAILED);
    assert_int_equal(error.code, QP_ERR_CHOICE);
    assert_non_null(strstr(error.text, "main.lua changed between the runs: here it is not what it was in a run"));
    qp_merge_free(merge);
    close_runs(runs, 2);
}

static uint32_t count_files(struct run run, const char *name, uint32_t *lines)
{
    struct qp_selection selection = qp_selection_of(QP_CPROF);
    struct qp_coverage_files files;
    struct qp_profile profile;
    struct qp_query query;
    struct qp_error error = {0};
    open_run(&profile, run);
    assert_int_equal(qp_query_open(&query, &profile, &selection, &error), 0);
    assert_true(qp_coverage_files_open(&files, &query, &(const struct qp_filter){.only = {{name}, 1}}));
    uint32_t count = files.count;
    *lines = files.total.lines;
    qp_coverage_files_close(&files);
    qp_query_close(&query);
    qp_profile_close(&profile);
    return count;
}

TEST(versions_of_a_source_stay_apart)
{
    struct run runs[] = {run_of_text(1, "one"), run_of_text(2, "other"), run_of_text(3, "one")};
    struct run merged = merge_apart(runs, 3, true), one_version[] = {runs[0], runs[2]};
    uint32_t lines;
    assert_int_equal(count_files(merged, "main.lua@", &lines), 2);
    assert_int_equal(lines, 4);

    /* whatever was merged before, and the other way round */
    struct run halves[] = {runs[1], merge_apart(one_version, 2, true)}, other = merge_apart(halves, 2, true);
    expect_same_bytes(merged, other);
    assert_int_equal(count_files(halves[1], "main.lua@", &lines), 0); /* alone it is not marked */
    assert_int_equal(count_files(halves[1], "main.lua", &lines), 1);
    close(halves[1].fd);
    close(other.fd);
    close(merged.fd);
    close_runs(runs, 3);
}

/* ---- phases ------------------------------------------------------------------------------------------------------ */

/* Called once in each phase, twice in what was cleared. */
static struct run run_of_phases(uint32_t pid, const char *first, const char *second, bool cleared)
{
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    builder_header(&builder)->clock_latest[0] = (struct qp_clock_pair){100, 100};
    uint32_t thread = builder_thread(&builder, 1, NULL);
    builder_method(&builder, QP_QPROF, 1, "f", NULL, NULL, 0);
    for (uint32_t epoch = 0; epoch < 3; epoch++)
        builder_node(&builder, builder_root(&builder, QP_QPROF, thread, 0, epoch), 1, epoch ? 1 : 2, 10);
    builder_mark(&builder, QP_QPROF, cleared ? QP_MARK_CLEAR : QP_MARK_PHASE, 10, 1, first);
    builder_mark(&builder, QP_QPROF, QP_MARK_PHASE, 20, 2, second);
    builder_balance(&builder);
    return run_of(&builder, pid);
}

static uint64_t calls_in(struct run run, const char *phase)
{
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    struct qp_profile profile;
    struct qp_query query;
    struct qp_error error = {0};
    selection.phase = phase;
    open_run(&profile, run);
    assert_int_equal(qp_query_open(&query, &profile, &selection, &error), 0);
    uint64_t calls = query.all.calls;
    qp_query_close(&query);
    qp_profile_close(&profile);
    return calls;
}

TEST(phases_of_one_name_are_one_and_what_was_cleared_is_left_out)
{
    struct run runs[] = {run_of_phases(1, "load", "serve", false), run_of_phases(2, "serve", "load", false),
                         run_of_phases(3, NULL, "serve", true)};
    struct run merged = merge(runs, 3);
    assert_int_equal(calls_in(merged, NULL), 4 + 4 + 2);
    assert_int_equal(calls_in(merged, "load"), 2);
    assert_int_equal(calls_in(merged, "serve"), 3);
    assert_int_equal(calls_in(merged, "0"), 2 + 2 + 1);
    assert_int_equal(ledgers_of(merged).off, 0);
    close(merged.fd);
    close_runs(runs, 3);
}

/* ---- virtual threads --------------------------------------------------------------------------------------------- */

/* A group of which ten are kept by running time, of 1,000 * pid + 1 to 1,000 * pid + 10 ticks. */
static struct run run_of_kept(uint32_t pid)
{
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = builder_header(&builder)->virtual_threads = 1u << QP_QPROF;
    uint32_t thread = builder_thread(&builder, 1, NULL), group = builder_group(&builder, QP_QPROF, "worker", 0);
    uint32_t node = builder_root(&builder, QP_QPROF, thread, group, 0);
    uint32_t table = builder_record(&builder, QP_KIND_KEPT, QP_KEPT_LISTS * QP_KEPT * sizeof(struct qp_kept_record));
    struct qp_kept_record *kept = builder_at(&builder, table);
    struct qp_lives_record sums = {.root = builder_root_of(&builder, node), .kept = table, .created = 10, .ended = 10};
    for (uint64_t i = 0; i < QP_KEPT; i++) {
        uint64_t time = 1000 * (uint64_t)pid + i + 1;
        kept[i] = (struct qp_kept_record){.published = 1,
                                          .context = 7,
                                          .virtual_id = time,
                                          .flags = QP_CONTEXT_VIRTUAL | QP_KEPT_ENDED,
                                          .start = i,
                                          .begin = i,
                                          .end = i + time,
                                          .times = {time}};
        sums.life += time;
        sums.times[0] += time;
        sums.lives[63 - __builtin_clzll(time)]++;
        sums.longest_life = time;
    }
    ((struct qp_node *)builder_at(&builder, node))->self = sums.life;
    uint32_t lives = builder_record(&builder, QP_KIND_LIVES, sizeof sums);
    *(struct qp_lives_record *)builder_at(&builder, lives) = sums;
    ((struct qp_root *)builder_at(&builder, sums.root))->lives = lives;
    builder_root(&builder, QP_QPROF, thread, 0, 0);
    builder_balance(&builder);
    return run_of(&builder, pid);
}

TEST(of_kept_virtual_threads_the_ten_with_the_most_are_left)
{
    struct run runs[] = {run_of_kept(2), run_of_kept(5), run_of_kept(3)}, merged = merge(runs, 3);
    struct qp_profile profile;
    open_run(&profile, merged);
    assert_int_equal(profile.thread_count - profile.carrier_count, 10);
    for (uint32_t i = profile.carrier_count; i < profile.thread_count; i++)
        assert_in_range(profile.threads[i].virtual_id, 5001, 5010);
    assert_int_equal(profile.lives[0].ended, 30);
    assert_int_equal(profile.lives[0].longest_life, 5010);
    qp_profile_close(&profile);
    assert_string_equal(ledgers_of(merged).first, "");
    close(merged.fd);
    close_runs(runs, 3);
}

/* ---- many -------------------------------------------------------------------------------------------------------- */

TEST(ten_thousand_runs_take_the_room_of_their_sum)
{
    struct run run = balanced_run(1), alone = merge(&run, 1);
    struct qp_error error = {0};
    struct qp_merge *merge = qp_merge_new(false);
    struct qp_writer writer;
    for (uint32_t pid = 1; pid <= 10000; pid++) {
        assert_int_equal(pwrite(run.fd, &pid, sizeof pid, offsetof(struct qp_header, pid)), sizeof pid);
        assert_int_equal(add(merge, run, &error), QP_MERGE_ADDED);
    }
    assert_int_equal(qp_merge_write(merge, &writer, &error), 0);
    qp_merge_free(merge);
    struct run merged = {memfd_create("merged", MFD_CLOEXEC), QP_ENDING_NORMAL};
    assert_int_equal(qp_writer_save_fd(&writer, merged.fd, &error), 0);
    qp_writer_close(&writer);
    off_t room = lseek(merged.fd, 0, SEEK_END) - lseek(alone.fd, 0, SEEK_END);
    assert_in_range(room, 10000 * sizeof(struct qp_run_record) / 2, 10000 * sizeof(struct qp_run_record) * 2);
    struct qp_profile profile;
    open_run(&profile, merged);
    assert_int_equal(profile.run_count, 10000);
    qp_profile_close(&profile);
    assert_string_equal(ledgers_of(merged).first, "");
    close(merged.fd);
    close(alone.fd);
    close(run.fd);
}
