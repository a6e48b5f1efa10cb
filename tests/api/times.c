/* Exact times, with a clock that stands still until the test moves it. */
#include "profile/query/time_notes.h"
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/sums.h"

#include <stdlib.h>
#include <string.h>

static void self_and_total(void)
{
    clock_at(1000);
    run_start("");
    define(1, "main");
    define(2, "callee");
    clock_at(1010);
    enter(1, 1);
    clock_at(1030);
    enter(2, 2);
    clock_at(1035);
    leave(1);
    clock_at(1038);
    enter(2, 2);
    clock_at(1040);
    leave(1);
    clock_at(1100);
    leave(0);
    clock_at(1107);
    end_run();
}

TEST(self_is_without_callees_and_total_with_them)
{
    run_client(self_and_total);
    expect_times("[thread] outside=17\n"
                 "main 1 self=83 total=90\n"
                 "  callee 2 self=7 total=7\n");
    assert_int_equal(run_profile()->reader.header.clock_kind, QP_CLOCK_FAKE);
}

static void a_day_in_a_function(void)
{
    clock_at(0);
    run_start("");
    define(1, "main");
    enter(1, 1);
    clock_at((uint64_t)24 * 3600 * 1000000000);
    leave(0);
    end_run();
}

/* The test's clock shows a day of running time, while the process has used milliseconds of CPU time, so the report
 * warns of the difference. */
TEST(recorder_writes_the_cpu_time_to_which_running_time_is_compared)
{
    struct qp_query query;
    struct qp_error error;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    char *note;
    run_client(a_day_in_a_function);
    assert_int_equal(qp_query_open(&query, run_profile(), &selection, &error), 0);
    assert_true(qp_processor_note(&query, &note));
    assert_non_null(note);
    assert_ptr_equal(strstr(note, "Functions ran for "), note);
    free(note);
    qp_query_close(&query);
}

static void open_at_the_end(void)
{
    clock_at(100);
    run_start("");
    define(1, "main");
    define(2, "open");
    enter(1, 1);
    clock_at(110);
    enter(2, 2);
    clock_at(150);
    end_run();
}

TEST(open_frame_at_the_end_has_its_time_until_then)
{
    run_client(open_at_the_end);
    expect_times("main 1 self=10 total=50\n"
                 "  open 1 self=40 total=40\n");
}

static void exception(void)
{
    clock_at(0);
    run_start("");
    define(1, "main");
    define(2, "deep");
    enter(1, 1);
    clock_at(1);
    enter(2, 2);
    clock_at(3);
    enter(2, 3);
    clock_at(7);
    leave(1);
    clock_at(15);
    leave(0);
    end_run();
}

TEST(exit_of_many_levels_charges_the_one_on_top)
{
    run_client(exception);
    expect_times("main 1 self=9 total=15\n"
                 "  deep 1 self=2 total=6\n"
                 "    deep 1 self=4 total=4\n");
}

static void tail_call(void)
{
    clock_at(0);
    run_start("-record-min-max");
    define(1, "main");
    define(2, "first");
    define(3, "second");
    enter(1, 1);
    clock_at(10);
    enter(2, 2);
    clock_at(14);
    enter(3, 2);
    clock_at(20);
    leave(1);
    leave(0);
    end_run();
}

TEST(tail_call_ends_its_callers_time)
{
    run_client(tail_call);
    expect_times("main 1 self=10 total=20 measured=1 minimum=20 maximum=20\n"
                 "  first 1 self=4 total=4 measured=1 minimum=4 maximum=4\n"
                 "  second 1 self=6 total=6 measured=1 minimum=6 maximum=6\n");
}

static void min_max(void)
{
    static const uint64_t ends[] = {10, 13, 40};
    clock_at(0);
    run_start("-record-min-max");
    define(1, "f");
    for (int i = 0; i < 3; i++) {
        enter(1, 1);
        clock_at(ends[i]);
        leave(0);
    }
    end_run();
}

TEST(option_record_min_max_keeps_the_shortest_and_the_longest_call)
{
    run_client(min_max);
    expect_times("f 3 self=40 total=40 measured=3 minimum=3 maximum=27\n");
}

static void block_times(void)
{
    clock_at(0);
    run_start("");
    define_with_lines(1, "f");
    define(2, "callee");
    clock_at(5);
    enter(1, 1);
    clock_at(8);
    time_block(0); /* 3 ticks since the entry */
    clock_at(10);
    enter(2, 2);
    clock_at(20);
    leave(1);
    clock_at(24);
    time_block(1); /* 4 ticks since the callee's exit */
    clock_at(30);
    time_block(0);
    leave(0);
    end_run();
}

TEST(block_time_is_the_time_since_the_last_event)
{
    run_client(block_times);
    expect_blocks("f 0:0@9 1:0@4\n");
    expect_times("[thread] outside=5\n"
                 "f 1 self=15 total=25\n"
                 "  callee 1 self=10 total=10\n");
}

static void ran(void)
{
    clock_at(0);
    run_start("");
    define_with_lines(1, "f");
    define(2, "callee");
    clock_at(5);
    enter(1, 1);
    clock_at(8);
    run_block(0, 1); /* 3 ticks since the entry */
    clock_at(10);
    run_block(1, 0); /* 2 ticks until the call in the middle of the block */
    enter(2, 2);
    clock_at(20);
    leave(1);
    clock_at(24);
    run_block(1, 1); /* 4 ticks since the callee's exit */
    leave(0);
    end_run();
}

TEST(executed_block_has_its_count_and_the_time_since_the_last_event)
{
    run_client(ran);
    expect_blocks("f 0:1@3 1:1@6\n");
    expect_times("[thread] outside=5\n"
                 "f 1 self=9 total=19\n"
                 "  callee 1 self=10 total=10\n");
}

static void flagged(void)
{
    clock_at(0);
    run_start("");
    define(1, "main");
    qii.register_method_id(2, "read", NULL, QPROF_METHOD_FLAGS_BLOCKS, NULL, NULL, 0);
    qii.register_method_id(3, "wait", NULL, QPROF_METHOD_FLAGS_WAITS, NULL, NULL, 0);
    enter(1, 1);
    clock_at(1);
    enter(2, 2);
    clock_at(11);
    leave(1);
    clock_at(12);
    enter(3, 2);
    clock_at(32);
    leave(1);
    leave(0);
    end_run();
}

TEST(flagged_methods_have_blocked_and_waiting_time)
{
    run_client(flagged);
    expect_times("main 1 self=2 total=2\n"
                 "  read 1 self=0 total=0 blocked=10\n"
                 "  wait 1 self=0 total=0 waiting=20\n");
}

/* The clock reads nanoseconds here. A call begins 4 ns ago, and one 100 ns ago, long before the last event. */
static void since(void)
{
    clock_at(0);
    run_start("");
    define(1, "main");
    qii.register_method_id(2, "lock", NULL, QPROF_METHOD_FLAGS_BLOCKS, NULL, NULL, 0);
    enter(1, 1);
    clock_at(10);
    qii.enter_method_since(2, 4);
    qii.leave_method(2);
    clock_at(15);
    enter(1, 2);
    leave(1);
    clock_at(17);
    qii.enter_method_since(2, 100);
    clock_at(20);
    qii.leave_method(2);
    qii.enter_method_since(2, 0);
    qii.leave_method(2);
    leave(0);
    end_run();
}

TEST(call_that_began_in_the_past_has_the_time_since_then_but_not_before_the_last_event)
{
    run_client(since);
    expect_times("main 1 self=11 total=11\n"
                 "  lock 3 self=0 total=0 blocked=9\n"
                 "  main 1 self=0 total=0\n");
}

static void cycles(void)
{
    clock_at(0);
    run_start("");
    define(1, "main");
    define(2, "counted");
    enter(1, 1);
    clock_at(10);
    enter(2, 2);
    clock_at(15);
    count_cycles(100);
    clock_at(19);
    leave(1);
    clock_at(20);
    enter(2, 2);
    clock_at(25);
    leave(1);
    clock_at(30);
    leave(0);
    end_run();
}

TEST(clock_time_of_a_method_that_counts_cycles_is_uncounted)
{
    run_client(cycles);
    expect_times("main 1 self=16 total=16\n"
                 "  counted 2 self=0 total=0 uncounted=14 cycles=100\n");
}

static void callback(qprof_MethodID method)
{
    clock_at(110);
    enter(7, 50);
    clock_at(120);
    leave(1);
    clock_at(130);
    define(method, "asked for");
}

static void asks(void)
{
    clock_at(100);
    run_start_with_callback("", callback);
    define(1, "main");
    define(7, "of the callback");
    enter(1, 1);
    clock_at(105);
    enter(2, 2);
    clock_at(135);
    leave(1);
    leave(0);
    end_run();
}

TEST(time_of_the_callback_belongs_to_no_method)
{
    run_client(asks);
    expect_times("main 1 self=5 total=10\n"
                 "  of the callback 1 self=0 total=0\n"
                 "  asked for 1 self=5 total=5\n");
    assert_int_equal(sums_ledger(run_profile(), 0, QP_QPROF).recorder, 25);
}

static void defines(void)
{
    const qprof_LineInfo lines[] = {{0, 1}, {4, 2}};
    const qprof_BranchInfo branch = {.line_number = 1, .first_block = 2, .outcomes = 2};
    clock_at(100);
    run_start("");
    define(1, "main");
    clock_moves_by(3);
    define(2, "before the first event");
    clock_moves_by(0);
    clock_at(110);
    enter(1, 1);
    clock_at(115);
    clock_moves_by(1000); /* the clock moves at each reading: in each event below, and between the events */
    qii.register_method_id(3, "made", NULL, 0, "made.script", lines, 2);
    qii.register_branches(3, &branch, 1);
    qii.register_source("made.script", "text", 4);
    qii.exclude_lines("made.script", 1, 2, "generated");
    report("%d", qii.retire_method_id(3));
    clock_moves_by(0);
    leave(0);
    end_run();
}

TEST(time_of_a_definition_is_the_recorders)
{
    run_client(defines);
    expect_messages("0\n");
    expect_times("[thread] outside=7\n"
                 "main 1 self=5005 total=5005\n");
    assert_int_equal(sums_ledger(run_profile(), 0, QP_QPROF).recorder, 5003);
}

static void define_on_demand(qprof_MethodID method)
{
    clock_at(110);
    define(method, "asked for");
    clock_at(130);
}

static void asks_and_defines(void)
{
    clock_at(100);
    run_start_with_callback("", define_on_demand);
    enter(1, 1);
    clock_at(135);
    leave(0);
    end_run();
}

TEST(time_of_a_definition_in_the_callback_is_the_recorders_once)
{
    run_client(asks_and_defines);
    expect_times("asked for 1 self=5 total=5\n");
    assert_int_equal(sums_ledger(run_profile(), 0, QP_QPROF).recorder, 30);
}

static void works_for_the_recording(void)
{
    clock_at(100);
    run_start("");
    define(1, "main");
    define(2, "within");
    enter(1, 1);
    clock_at(110);
    int begun = qii.begin_overhead();
    clock_at(130);
    int again = qii.begin_overhead();
    enter(2, 2);
    clock_at(135);
    leave(1);
    qii.end_overhead(again);
    clock_at(140);
    qii.end_overhead(begun);
    clock_at(147);
    leave(0);
    end_run();
}

TEST(work_for_the_recording_is_the_recorders_time)
{
    run_client(works_for_the_recording);
    expect_times("main 1 self=17 total=17\n"
                 "  within 1 self=0 total=0\n");
    assert_int_equal(sums_ledger(run_profile(), 0, QP_QPROF).recorder, 30);
}

static void backwards(void)
{
    clock_at(100);
    run_start("");
    define(1, "main");
    enter(1, 1);
    clock_at(110);
    enter(2, 2);
    clock_at(90);
    leave(1);
    clock_at(130);
    leave(0);
    end_run();
}

TEST(clock_that_goes_backwards_is_counted_and_stands_still)
{
    run_client(backwards);
    expect_times("main 1 self=30 total=30\n"
                 "  0x2 1 self=0 total=0\n");
    expect_kinds("clock-backwards 1\n");
}
