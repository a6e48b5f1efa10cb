/* The options STATISTICS and VERBOSE: totals without a log, a log without a summary, and messages at the end. */
#include "tests/vt/walk.h"

static void run_with_statistics(struct stage *stage, const char *value, const char *verbose)
{
    setenv("VT_STATISTICS", value, 1);
    setenv("VT_VERBOSE", verbose, 1);
    walk_whole(stage, "");
}

static void totals_only(struct stage *stage)
{
    run_with_statistics(stage, "only", "1");
}

static void no_totals(struct stage *stage)
{
    run_with_statistics(stage, "off", "2");
}

static void both_and_verbose(struct stage *stage)
{
    run_with_statistics(stage, "on", "2");
}

static void nothing_set(struct stage *stage)
{
    run_with_statistics(stage, "on", "0");
}

static void expect_statistics(void (*scene)(struct stage *), uint64_t events, unsigned lines, unsigned functions)
{
    struct stage stage;
    stage_play(&stage, scene);
    walk_look(&stage);
    assert_int_equal(walk_courses[0].count, events);
    assert_int_equal(walk_courses[0].lost + walk_profile.carriers[0].lost, 0);
    assert_int_equal(stage_calls(&walk_profile, QP_VT, 0), WALK_CALLS);
    assert_int_equal(stage_diagnostics_but(&walk_profile, QP_VT, QP_DIAGNOSTIC_COUNT), 0);
    assert_int_equal(stage_lines(&stage, "err", "libvt: "), lines);
    assert_int_equal(stage_lines(&stage, "err", " A:1"), functions);
    walk_finish(&stage);
}

TEST(statistics_only_has_totals_and_no_log)
{
    expect_statistics(totals_only, 0, 1, 0);
}

TEST(statistics_off_omits_totals_from_the_summary)
{
    expect_statistics(no_totals, WALK_CALLS * 2, 1, 0);
}

TEST(verbose_sets_how_much_is_printed)
{
    struct stage stage;
    expect_statistics(nothing_set, WALK_CALLS * 2, 0, 0);
    stage_play(&stage, both_and_verbose);
    assert_int_equal(stage_lines(&stage, "err", "of 97 functions"), 1);
    assert_int_equal(stage_lines(&stage, "err", "libvt: 400,007 events"), 1);
    stage_close(&stage);
}
