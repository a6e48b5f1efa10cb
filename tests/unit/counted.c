/* A sampled run with the client's own counters: samples and counted calls stay apart. */
#include "profile/compare/compared.h"
#include "profile/coverage/coverage.h"
#include "profile/coverage/lines.h"
#include "profile/query/recent.h"
#include "profile/tree/breakdown.h"
#include "tests/support/merged.h"
#include "tests/support/sample_counted.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <unistd.h>

static struct run counted_run(uint32_t pid)
{
    struct builder builder;
    sample_counted(&builder);
    return run_of(&builder, pid);
}

struct opened {
    struct qp_profile profile;
    struct qp_query query;
};

static void open_phase(struct opened *opened, struct run run, const char *phase)
{
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    struct qp_error error = {0};
    selection.phase = phase;
    open_run(&opened->profile, run);
    assert_int_equal(opened->profile.reader.damages, 0);
    assert_int_equal(qp_query_open(&opened->query, &opened->profile, &selection, &error), 0);
}

static void close_phase(struct opened *opened)
{
    qp_query_close(&opened->query);
    qp_profile_close(&opened->profile);
}

/* Assert "method samples calls" for each method of a phase, and the sums; "-" are calls that were not counted. */
static void expect_methods(struct run run, const char *phase, const char *expected)
{
    struct opened opened;
    char text[400] = "", all[QP_QUERY_COUNT];
    open_phase(&opened, run, phase);
    FILE *out = fmemopen(text, sizeof text, "w");
    for (uint32_t i = 0; i < opened.profile.method_count; i++) {
        const struct qp_totals *totals = &opened.query.methods[i];
        char name[40];
        qp_profile_method_name(&opened.profile, i, name, sizeof name);
        fprintf(out, "%s %d ", name, (int)totals->calls);
        fprintf(out, qp_query_counts_calls_of(&opened.query, i) ? "%d\n" : "-\n", (int)totals->counted);
    }
    fprintf(out, "%s\n", qp_query_count(&opened.query, all));
    fclose(out);
    assert_string_equal(text, expected);
    close_phase(&opened);
}

static void put_lines(FILE *out, const struct qp_query *query, uint32_t file)
{
    struct qp_lines lines;
    assert_true(qp_lines_open(&lines, query, (struct qp_target){file, QP_NONE}));
    for (uint32_t i = 0; i < lines.count; i++) {
        const struct qp_line *line = &lines.items[i];
        fprintf(out, "%d:", line->number);
        fprintf(out, line->uncounted ? "-" : "%d", (int)line->count);
        if (line->samples)
            fprintf(out, " (%d samples, %d ticks)", (int)line->samples, (int)line->time);
        fputc('\n', out);
    }
    fprintf(out, "%u of %u\n", lines.hit, lines.total);
    qp_lines_close(&lines);
}

/* Assert "line:count" for the lines of each file, with samples and time; "-" is a line that was not counted. */
static void expect_lines(struct run run, const char *expected)
{
    struct opened opened;
    char text[1000] = "";
    open_phase(&opened, run, NULL);
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_true(opened.query.counts_lines);
    for (uint32_t i = 0; i < opened.profile.file_count; i++)
        put_lines(out, &opened.query, i);
    fclose(out);
    assert_string_equal(text, expected);
    close_phase(&opened);
}

static const char all_methods[] = "main 3 -\n"
                                  "library 3 -\n"
                                  "work 6 5\n"
                                  "quick 0 7000\n"
                                  "never 0 0\n"
                                  "12 samples, 7,005 calls\n";
static const char all_lines[] = "20:-\n"
                                "21:- (3 samples, 0 ticks)\n"
                                "0 of 0\n"
                                "2:50 (1 samples, 100000 ticks)\n"
                                "3:500 (5 samples, 500000 ticks)\n"
                                "4:0\n"
                                "6:7000\n"
                                "7:1\n"
                                "9:0\n"
                                "4 of 6\n";

TEST(samples_and_calls_are_apart)
{
    struct run run = counted_run(1);
    expect_methods(run, NULL, all_methods);
    expect_methods(run, "0",
                   "main 1 -\n"
                   "library 3 -\n"
                   "work 6 3\n"
                   "quick 0 7000\n"
                   "never 0 0\n"
                   "10 samples, 7,003 calls\n");
    expect_methods(run, "late",
                   "main 2 -\n"
                   "library 0 -\n"
                   "work 0 2\n"
                   "quick 0 0\n"
                   "never 0 0\n"
                   "2 samples, 2 calls\n");
    expect_lines(run, all_lines);
    close_runs(&run, 1);
}

TEST(killed_run_has_samples_and_calls)
{
    struct run run = counted_run(1);
    run.ending = QP_ENDING_KILLED;
    expect_methods(run, NULL, all_methods);
    expect_lines(run, all_lines);
    close_runs(&run, 1);
}

TEST(merged_samples_and_calls_add_up)
{
    struct run runs[] = {counted_run(1), counted_run(2), counted_run(3)};
    struct run pair = merge_runs(runs, 2);
    struct run merged[] = {pair, runs[2]}, all = merge_runs(merged, 2);
    expect_methods(all, NULL,
                   "main 9 -\n"
                   "library 9 -\n"
                   "work 18 15\n"
                   "quick 0 21000\n"
                   "never 0 0\n"
                   "36 samples, 21,015 calls\n");
    expect_methods(all, "late",
                   "main 6 -\n"
                   "library 0 -\n"
                   "work 0 6\n"
                   "quick 0 0\n"
                   "never 0 0\n"
                   "6 samples, 6 calls\n");
    close_runs(runs, 3);
    close_runs(&pair, 1);
    close_runs(&all, 1);
}

TEST(merge_of_one_run_shows_the_same)
{
    struct run run = counted_run(1), merged = merge_runs(&run, 1);
    expect_methods(merged, NULL, all_methods);
    expect_lines(merged, all_lines);
    close_runs(&run, 1);
    close_runs(&merged, 1);
}

TEST(coverage_has_only_counted_functions_and_lines)
{
    struct run run = counted_run(1);
    struct opened opened;
    struct qp_coverage_files files;
    open_phase(&opened, run, NULL);
    assert_true(qp_coverage_files_open(&files, &opened.query, NULL));
    assert_int_equal(files.count, 1);
    assert_int_equal(files.total.lines, 6);
    assert_int_equal(files.total.lines_hit, 4);
    assert_int_equal(files.total.functions, 3);
    assert_int_equal(files.total.functions_hit, 2);
    qp_coverage_files_close(&files);
    close_phase(&opened);
    close_runs(&run, 1);
}

TEST(breakdown_by_phase_has_counted_calls)
{
    struct run run = counted_run(1);
    struct opened opened;
    struct qp_breakdown parts;
    const struct qp_filter all = {0};
    open_phase(&opened, run, NULL);
    assert_true(qp_breakdown_open(&parts, &opened.query, QP_BREAKDOWN_BY_PHASE, &all));
    assert_int_equal(parts.count, 2);
    assert_int_equal(parts.items[0].totals.counted, 7003);
    assert_int_equal(parts.items[1].totals.counted, 2);
    qp_breakdown_close(&parts);
    close_phase(&opened);
    close_runs(&run, 1);
}

static void add_to(struct qp_runs *runs, struct run run)
{
    struct opened opened;
    open_phase(&opened, run, NULL);
    assert_true(qp_runs_add(runs, &opened.query, "a.qii"));
    close_phase(&opened);
}

/* Samples of "main" and "library" double, too, but only counted calls are compared. */
TEST(only_counted_calls_are_compared)
{
    struct run runs[] = {counted_run(1), counted_run(2)}, merged = merge_runs(runs, 2);
    struct qp_runs before = {0}, after = {0};
    struct qp_comparison comparison;
    add_to(&before, runs[0]);
    add_to(&after, merged);
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    assert_true(comparison.has_calls);
    assert_int_equal(comparison.changed, 2);
    assert_int_equal(comparison.all[QP_AFTER].calls, 14010);
    qp_comparison_close(&comparison);
    qp_runs_close(&before);
    qp_runs_close(&after);
    close_runs(runs, 2);
    close_runs(&merged, 1);
}

TEST(readings_have_samples_and_counted_calls)
{
    struct run run = counted_run(1);
    struct opened opened;
    struct qp_recent recent = {0};
    open_phase(&opened, run, NULL);
    assert_true(qp_recent_read(&recent, &opened.query, 0, 0));
    assert_int_equal(recent.whole.all[QP_AMOUNT_CALLS], 12);
    assert_int_equal(recent.whole.all[QP_AMOUNT_COUNTED], 7005);
    qp_recent_free(&recent);
    close_phase(&opened);
    close_runs(&run, 1);
}
