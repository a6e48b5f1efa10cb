/* Samples in place of calls (option -sample), with a clock that stands still until the test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/two_threads.h"

static void in_one_function(void)
{
    clock_at(0);
    start_with_both("-sample");
    clock_at(4);
    qii.follow_fn_entry_vt(1, 1, A);
    qii.record_sample_vt(-1, A);
    clock_at(10);
    qii.record_sample_vt(-1, A);
    qii.shutdown();
}

TEST(sample_has_the_time_since_the_previous_one_whatever_is_reported_later)
{
    run_client(in_one_function);
    expect_times("a 2 self=10 total=10\n");
    assert_true(run_profile()->reader.header.features & QP_FEATURE_SAMPLED);
    expect_diagnostics("");
}

static void that_is_looked_for(void)
{
    clock_at(0);
    start_with_both("-sample");
    qii.follow_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.begin_sample();
    clock_at(13);
    qii.follow_fn_entry_vt(2, 2, A);
    clock_at(17);
    qii.record_sample_vt(-1, A);
    clock_at(20);
    qii.record_sample_vt(-1, A);
    qii.shutdown();
}

TEST(time_in_which_a_client_walks_the_stack_is_the_recorders)
{
    run_client(that_is_looked_for);
    expect_times("a 0 self=0 total=13\n"
                 "  b 2 self=13 total=13\n");
    expect_diagnostics("");
}

static void another_stack(void)
{
    clock_at(0);
    start_with_both("-sample=1000");
    qii.follow_fn_entry_vt(1, 1, A);
    qii.record_sample_vt(-1, A);
    clock_at(10);
    qii.follow_fn_entry_vt(2, 2, A);
    clock_at(11);
    qii.record_sample_vt(-1, A);
    clock_at(20);
    qii.record_fn_exit_vt(1, A);
    clock_at(30);
    qii.record_fn_entry_vt(1, 3, A);
    qii.record_sample_vt(-1, A);
    qii.shutdown();
}

TEST(stack_is_set_in_no_time_and_counts_no_call)
{
    run_client(another_stack);
    expect_times("a 1 self=0 total=30\n"
                 "  b 1 self=11 total=11\n"
                 "  a 1 self=19 total=19\n");
}

static void two_virtual_threads(void)
{
    clock_at(0);
    start_with_both("-sample");
    qii.follow_fn_entry_vt(1, 1, A);
    clock_at(5);
    qii.record_sample_vt(-1, A);
    clock_at(12);
    qii.vthread_switch(A, QPROF_REASON_RESUMES, B);
    qii.follow_fn_entry_vt(2, 1, B);
    qii.record_sample_vt(-1, B);
    clock_at(20);
    qii.vthread_switch(B, QPROF_REASON_WAITING, A);
    qii.record_sample_vt(-1, A);
    qii.shutdown();
}

TEST(time_belongs_to_the_sampled_virtual_thread)
{
    run_client(two_virtual_threads);
    assert_int_equal(run_of(A), 13);
    assert_int_equal(run_of(B), 7);
}

static void paused(void)
{
    clock_at(0);
    start_with_both("-sample");
    qii.follow_fn_entry_vt(1, 1, A);
    clock_at(5);
    qii.record_sample_vt(-1, A);
    qii.stop_recording_data();
    clock_at(50);
    qii.record_sample_vt(-1, A);
    qii.start_recording_data();
    clock_at(52);
    qii.record_sample_vt(-1, A);
    qii.shutdown();
}

TEST(pause_has_no_samples_and_no_time)
{
    run_client(paused);
    expect_times("a 2 self=7 total=7\n");
}

static void not_sampled(void)
{
    clock_at(0);
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    qii.record_sample_vt(-1, A);
    qii.shutdown();
}

TEST(sample_in_a_run_that_records_calls_is_misuse)
{
    run_client(not_sampled);
    expect_kinds("not-sampled 1\n");
    assert_false(run_profile()->reader.header.features & QP_FEATURE_SAMPLED);
}

static void in_blocks(void)
{
    static const qprof_LineInfo lines[] = {{0, 10}, {1, 11}};
    clock_at(0);
    start_with_both("-sample");
    qii.register_method_id(7, "lines", NULL, 0, "lines.toy", lines, 2);
    qii.follow_fn_entry_vt(7, 1, A);
    clock_at(5);
    qii.record_sample_vt(1, A);
    clock_at(8);
    qii.record_sample_vt(2, A);
    qii.shutdown();
}

TEST(sample_counts_the_current_block)
{
    run_client(in_blocks);
    expect_blocks("lines 1:1@5\n");
    expect_kinds("bad-block 1\n");
}
