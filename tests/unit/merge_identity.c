/* merge_identity.c - equality of runs, functions, sources and phases: which of them are joined in a merged file, and
 * which stay separate. */
#include "profile/coverage/coverage.h"
#include "tests/support/merged.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <string.h>
#include <unistd.h>

/* ---- each run once ------------------------------------------------------------------------------------------- */

/* Make a run of the process `pid` that began in `second`. Two runs with the same pid may be different processes,
 * since process ids are reused. */
static struct run sample_run_from(uint32_t pid, uint64_t second)
{
    struct builder builder;
    sample_build(&builder);
    return run_from(&builder, pid, second);
}

TEST(runs_with_one_process_id_that_began_at_other_times_are_two)
{
    struct run runs[] = {sample_run_from(1, 1), sample_run_from(1, 2), sample_run_from(1, 2)};
    struct qp_error error = {0};
    struct qp_merge *merge = qp_merge_new(false);
    assert_non_null(merge);
    assert_int_equal(add_run(merge, runs[0], &error), QP_MERGE_ADDED);
    assert_int_equal(add_run(merge, runs[1], &error), QP_MERGE_ADDED);
    assert_int_equal(add_run(merge, runs[2], &error), QP_MERGE_KNOWN);
    qp_merge_free(merge);
    close_runs(runs, 3);
}

TEST(run_counts_once)
{
    struct run runs[] = {sample_run(1), sample_run(2), sample_run(3)}, pair = merge_runs(runs, 2);
    struct qp_merge *merge = qp_merge_new(false);
    struct qp_error error = {0};
    assert_int_equal(add_run(merge, pair, &error), QP_MERGE_ADDED);
    assert_int_equal(add_run(merge, runs[1], &error), QP_MERGE_KNOWN);
    assert_int_equal(add_run(merge, pair, &error), QP_MERGE_KNOWN);
    assert_int_equal(add_run(merge, runs[2], &error), QP_MERGE_ADDED);
    assert_int_equal(add_run(merge, runs[2], &error), QP_MERGE_KNOWN);
    qp_merge_free(merge);
    close(pair.fd);
    close_runs(runs, 3);
}

static struct run run_of_job(uint32_t pid, uint64_t job, const char *host, uint32_t world)
{
    struct builder builder;
    sample_build(&builder);
    struct qp_header *header = builder_header(&builder);
    header->job = job;
    header->host = builder_string(&builder, host);
    header->world = world;
    return run_of(&builder, pid);
}

static void expect_job(const struct run *runs, size_t count, uint64_t job, const char *host, uint32_t world)
{
    struct run merged = merge_runs(runs, count);
    struct qp_profile profile;
    open_run(&profile, merged);
    assert_int_equal(profile.reader.header.job, job);
    assert_true(qp_text_equal(profile.host, qp_text_of(host)));
    assert_int_equal(profile.reader.header.world, world);
    qp_profile_close(&profile);
    close(merged.fd);
}

TEST(merged_runs_keep_the_job_host_and_world_that_they_share)
{
    struct run runs[] = {run_of_job(1, 7, "a", 1), run_of_job(2, 7, "a", 1), run_of_job(3, 7, "b", 1),
                         run_of_job(4, 7, "a", 2), run_of_job(5, 8, "a", 2)};
    expect_job(runs, 2, 7, "a", 1);
    expect_job(runs + 1, 2, 7, "", 1);
    expect_job(runs, 4, 7, "", 0);
    expect_job(runs + 3, 2, 0, "a", 0);
    close_runs(runs, 5);
}

TEST(overlapping_merges_are_refused)
{
    struct run runs[] = {sample_run(1), sample_run(2), sample_run(3)};
    struct run pairs[] = {merge_runs(runs, 2), merge_runs(runs + 1, 2)};
    struct qp_merge *merge = qp_merge_new(false);
    struct qp_error error = {0};
    assert_int_equal(add_run(merge, pairs[0], &error), QP_MERGE_ADDED);
    assert_int_equal(add_run(merge, pairs[1], &error), QP_MERGE_FAILED);
    assert_int_equal(error.code, QP_ERR_CHOICE);
    assert_non_null(strstr(error.text, "1 of its 2 runs, such as "));
    assert_non_null(strstr(error.text, "(pid 2)"));
    qp_merge_free(merge);
    close_runs(pairs, 2);
    close_runs(runs, 3);
}

/* ---- functions ----------------------------------------------------------------------------------------------- */

/* Two functions without a name on one line are equal, but coverage distinguishes them. The first of them in one run
 * is joined with the first in the other run, the second with the second, and so on. */
TEST(equal_functions_are_merged_by_occurrence)
{
    struct run runs[] = {run_of_equals(1, 3), run_of_equals(2, 2)}, merged = merge_runs(runs, 2);
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

/* Make a run of `count` functions without a name, called 1, 2, ... times. The client reused one id for all of them,
 * and the last function still has it. They lie alternately in a.lua and in no file, so neighbours are different
 * functions. */
static struct run run_of_reused_id(uint32_t pid, int count)
{
    const uint64_t reused = 0x77;
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    uint32_t root = builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, NULL), 0, 0);
    for (int i = 1; i <= count; i++) {
        uint64_t id = i < count ? 0x8000000000u + (uint64_t)i * pid : reused;
        uint32_t method = builder_method(&builder, QP_CPROF, id, NULL, i % 2 ? "a.lua" : NULL, NULL, 0);
        builder_node(&builder, root, id, (uint64_t)i, 0);
        if (i == count)
            continue;
        uint32_t reference = builder_record(&builder, QP_KIND_LINES, sizeof reused);
        *(uint64_t *)builder_at(&builder, reference) = reused;
        struct qp_method_record *record = builder_at(&builder, method);
        record->client_id = reference;
        record->flags = QP_METHOD_RETIRED;
    }
    return run_of(&builder, pid);
}

TEST(functions_without_a_name_keep_a_reused_id)
{
    struct run runs[] = {run_of_reused_id(1, 4), run_of_reused_id(2, 3), run_of_reused_id(3, 5)};
    struct run merged = merge_runs(runs, 3), two = merge_runs(runs + 1, 2);
    struct run backwards = merge_runs((const struct run[]){two, runs[0]}, 2);
    struct qp_profile profile;
    expect_same_bytes(merged, backwards);
    open_run(&profile, merged);
    uint64_t calls = 0;
    assert_int_equal(profile.method_count, 5);
    for (uint32_t i = 0; i < profile.method_count; i++) {
        char name[40];
        qp_profile_method_name(&profile, i, name, sizeof name);
        assert_string_equal(name, "0x77");
        assert_int_equal(profile.methods[i].client_id, 0x77);
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

/* ---- sources ------------------------------------------------------------------------------------------------- */

/* Make a run of main.lua with a given text. Line 1 ran, line 2 did not. */
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

TEST(changed_source_is_refused)
{
    struct run runs[] = {run_of_text(1, "one"), run_of_text(2, "other")};
    struct qp_merge *merge = qp_merge_new(false);
    struct qp_error error = {0};
    assert_int_equal(add_run(merge, runs[0], &error), QP_MERGE_ADDED);
    assert_int_equal(add_run(merge, runs[1], &error), QP_MERGE_FAILED);
    assert_int_equal(error.code, QP_ERR_CHOICE);
    assert_non_null(strstr(error.text, "main.lua changed between the runs: its content differs from that in a run"));
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

TEST(versions_of_a_source_stay_separate)
{
    struct run runs[] = {run_of_text(1, "one"), run_of_text(2, "other"), run_of_text(3, "one")};
    struct run merged = merge_apart(runs, 3, true), one_version[] = {runs[0], runs[2]};
    uint32_t lines;
    assert_int_equal(count_files(merged, "main.lua@", &lines), 2);
    assert_int_equal(lines, 4);

    /* try another grouping and order */
    struct run halves[] = {runs[1], merge_apart(one_version, 2, true)}, other = merge_apart(halves, 2, true);
    expect_same_bytes(merged, other);
    assert_int_equal(count_files(halves[1], "main.lua@", &lines), 0); /* a single version is not marked */
    assert_int_equal(count_files(halves[1], "main.lua", &lines), 1);
    close(halves[1].fd);
    close(other.fd);
    close(merged.fd);
    close_runs(runs, 3);
}

/* ---- phases -------------------------------------------------------------------------------------------------- */

/* Make a run with two calls before the first phase, and one call in each of two phases. If `cleared` is true, a
 * clear instead of a phase begins the first phase, and discards the calls before it. */
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

TEST(phases_of_one_name_are_one_and_cleared_parts_are_omitted)
{
    struct run runs[] = {run_of_phases(1, "load", "serve", false), run_of_phases(2, "serve", "load", false),
                         run_of_phases(3, NULL, "serve", true)};
    struct run merged = merge_runs(runs, 3);
    assert_int_equal(calls_in(merged, NULL), 4 + 4 + 2);
    assert_int_equal(calls_in(merged, "load"), 2);
    assert_int_equal(calls_in(merged, "serve"), 3);
    assert_int_equal(calls_in(merged, "0"), 2 + 2 + 1);
    assert_int_equal(ledgers_of(merged).off, 0);
    close(merged.fd);
    close_runs(runs, 3);
}
