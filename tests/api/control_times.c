/* Exact times around a pause, a clear and a new phase, with a clock that stands still until the test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/sums.h"

static void paused(void)
{
    clock_at(0);
    run_start("");
    define(1, "main");
    define(2, "f");
    enter(1, 1);
    clock_at(10);
    qii.stop_recording_data();
    clock_at(30);
    enter(2, 2);
    clock_at(45);
    qii.start_recording_data();
    clock_at(50);
    leave(1);
    clock_at(60);
    leave(0);
    end_run();
}

static uint64_t paused_ticks(void)
{
    return sums_ledger(run_profile(), 0, QP_QPROF).paused;
}

TEST(pause_is_no_time_of_a_method)
{
    run_client(paused);
    expect_times("main 1 self=20 total=25\n"
                 "  f 0 self=5 total=5\n");
    assert_int_equal(paused_ticks(), 35);
}

static void paused_without_events(void)
{
    clock_at(0);
    run_start("");
    define(1, "main");
    enter(1, 1);
    clock_at(10);
    qii.stop_recording_data();
    clock_at(20);
    qii.start_recording_data();
    clock_at(25);
    qii.stop_recording_data();
    clock_at(26);
    qii.start_recording_data();
    clock_at(40);
    end_run();
}

TEST(pauses_between_two_events_are_distinguished_at_the_end)
{
    run_client(paused_without_events);
    expect_times("main 1 self=29 total=29\n");
    assert_int_equal(paused_ticks(), 11);
}

static void paused_at_the_end(void)
{
    clock_at(0);
    run_start("-record-data=no");
    define(1, "main");
    enter(1, 1);
    clock_at(10);
    qii.start_recording_data();
    clock_at(20);
    qii.stop_recording_data();
    clock_at(40);
    end_run();
}

TEST(pause_at_both_ends_keeps_the_middle)
{
    run_client(paused_at_the_end);
    expect_times("main 0 self=10 total=10\n");
    assert_int_equal(paused_ticks(), 30);
}

static void cleared(void)
{
    clock_at(0);
    run_start("");
    define(1, "main");
    define(2, "f");
    enter(1, 1);
    clock_at(10);
    enter(2, 2);
    clock_at(20);
    qii.clear_data();
    clock_at(25);
    leave(1);
    clock_at(40);
    leave(0);
    end_run();
}

TEST(clear_counts_time_from_its_own_moment)
{
    run_client(cleared);
    expect_times("main 0 self=15 total=20\n"
                 "  f 0 self=5 total=5\n");
}

static void cleared_without_events(void)
{
    clock_at(0);
    run_start("");
    define(1, "main");
    enter(1, 1);
    clock_at(10);
    qii.clear_data();
    clock_at(17);
    end_run();
}

TEST(clear_without_a_later_event_counts_until_the_end)
{
    run_client(cleared_without_events);
    expect_times("main 0 self=7 total=7\n");
}

/* ---- the shortest and the longest call -------------------------------------------------------------------------- */

static void paused_between(void)
{
    clock_at(0);
    run_start("-record-min-max");
    define(1, "f");
    define(2, "g");
    enter(1, 1);
    clock_at(10);
    qii.stop_recording_data();
    clock_at(50);
    enter(2, 2);
    clock_at(60);
    qii.start_recording_data();
    clock_at(65);
    leave(1);
    clock_at(70);
    leave(0);
    end_run();
}

TEST(pause_is_not_part_of_the_shortest_and_the_longest_call)
{
    run_client(paused_between);
    expect_times("f 1 self=15 total=20 measured=1 minimum=20 maximum=20\n"
                 "  g 0 self=5 total=5 measured=1 minimum=5 maximum=5\n");
}

static void cleared_between(void)
{
    clock_at(0);
    run_start("-record-min-max");
    define(1, "f");
    enter(1, 1);
    clock_at(60);
    qii.clear_data();
    clock_at(110);
    leave(0);
    enter(1, 1);
    clock_at(120);
    leave(0);
    end_run();
}

TEST(call_that_began_before_a_clear_is_not_the_longest)
{
    run_client(cleared_between);
    expect_times("f 1 self=60 total=60 measured=1 minimum=10 maximum=10\n");
}

static void phase_between(void)
{
    clock_at(0);
    run_start("-record-min-max");
    define(1, "main");
    define(2, "f");
    enter(1, 1);
    enter(2, 2);
    clock_at(60);
    qii.new_phase();
    clock_at(110);
    leave(1);
    enter(2, 2);
    clock_at(115);
    leave(1);
    clock_at(120);
    leave(0);
    end_run();
}

TEST(call_that_crosses_a_phase_is_neither_the_shortest_nor_the_longest)
{
    run_client(phase_between);
    expect_times("[thread]\n"
                 "main 1 self=0 total=60\n"
                 "  f 1 self=60 total=60\n"
                 "[thread]\n"
                 "main 0 self=5 total=60\n"
                 "  f 1 self=55 total=55 measured=1 minimum=5 maximum=5\n");
}
