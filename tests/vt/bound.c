/* A log that stops at its maximum size and reports how many events are missing. */
#include "tests/vt/walk.h"

#include <sys/resource.h>
#include <unistd.h>

static void stop_at_blocks(struct stage *stage)
{
    setenv("VT_AUTOFLUSH", "off", 1);
    setenv("VT_MEM_MAXBLOCKS", "5", 1);
    walk_whole(stage, "");
}

static void stop_at_file_size(struct stage *stage)
{
    walk_whole(stage, "-max-data-size=1M");
}

static void stop_at_full_disk(struct stage *stage)
{
    const struct rlimit limit = {1 << 20, 1 << 20};
    STAGE_CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    walk_whole(stage, "");
}

/* Expect at least `least` of the oldest events, a line with the number of missing events, and complete totals. */
static void expect_stop(void (*scene)(struct stage *), uint64_t least)
{
    struct stage stage;
    stage_play(&stage, scene);
    walk_look(&stage);
    assert_int_equal(walk_courses[0].first, 0);
    assert_int_equal(walk_courses[0].gaps, 0);
    assert_int_equal(walk_courses[0].count + walk_courses[0].lost, WALK_CALLS * 2);
    assert_true(walk_courses[0].count >= least);
    assert_int_equal(walk_profile.carriers[0].lost, walk_courses[0].lost);
    assert_int_equal(stage_diagnostic(&walk_profile, QP_VT, QP_DIAGNOSTIC_LOST_EVENT), walk_courses[0].lost);
    assert_int_equal(stage_calls(&walk_profile, QP_VT, 0), WALK_CALLS);
    assert_int_equal(stage_lines(&stage, "err", " lost (no space); qii report run.qii"), 1);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " trace run.qii"), 0);
    assert_int_equal(stage_lines(&stage, "tool", " lost "), 1);
    walk_finish(&stage);
}

TEST(without_autoflush_the_log_stops_at_its_maximum_size)
{
    expect_stop(stop_at_blocks, 5 * 65536 / 8 - 1000);
}

TEST(log_stops_at_the_maximum_size_of_the_file)
{
    expect_stop(stop_at_file_size, 30000);
}

TEST(log_stops_on_a_full_disk)
{
    expect_stop(stop_at_full_disk, 30000);
}

static void stop_until_killed(struct stage *stage)
{
    setenv("VT_AUTOFLUSH", "off", 1);
    setenv("VT_MEM_MAXBLOCKS", "1", 1);
    walk_begin(stage, "");
    walk_on(WALK_CALLS);
    stage->numbers[1] = 1;
    pause();
}

TEST(killed_run_reports_how_much_is_missing)
{
    struct stage stage;
    stage_begin(&stage, stop_until_killed);
    stage_await(&stage.numbers[1], 1);
    stage_kill(&stage);
    walk_look(&stage);
    assert_int_equal(walk_courses[0].count + walk_courses[0].lost, WALK_CALLS * 2);
    assert_int_equal(walk_profile.carriers[0].lost, walk_courses[0].lost);
    walk_finish(&stage);
}

static void flush_always(struct stage *stage)
{
    setenv("VT_MEM_MAXBLOCKS", "1", 1);
    walk_whole(stage, "");
}

TEST(with_autoflush_only_the_size_of_the_file_limits_the_log)
{
    struct stage stage;
    stage_play(&stage, flush_always);
    walk_look(&stage);
    assert_int_equal(walk_courses[0].count, WALK_CALLS * 2);
    assert_int_equal(stage_lines(&stage, "err", "libvt: 400,007 events of 1 thread in run.qii; qii report run.qii"), 1);
    walk_finish(&stage);
}
