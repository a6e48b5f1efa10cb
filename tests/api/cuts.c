/* Splits of the times of virtual threads by a phase, a clear and a pause, with a clock that stands still until the
 * test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/two_threads.h"

static void woken_across_a_phase(void)
{
    start_waiting();
    clock_at(20);
    qii.vthread_wake(A);
    clock_at(30);
    qii.new_phase();
    end_waiting();
}

TEST(runnable_time_is_split_where_a_phase_begins)
{
    run_client(woken_across_a_phase);
    expect_times("[group A]\n"
                 "a 1 self=10 total=10 runnable=10 waiting=10\n"
                 "[group B] runnable=10\n"
                 "b 1 self=20 total=20\n"
                 "[thread] scheduler=5\n"
                 "[group B]\n"
                 "b 0 self=10 total=10\n"
                 "[group A]\n"
                 "a 0 self=5 total=5 runnable=15\n");
}

static void waiting_across_a_phase_and_a_clear(void)
{
    start_waiting();
    clock_at(20);
    qii.new_phase();
    clock_at(30);
    qii.clear_data();
    end_waiting();
}

/* No event comes between the phase and the clear, so the times before the phase are recorded only after the clear, and
 * must be dropped. run_client checks that the times add up. */
TEST(clear_drops_times_of_an_earlier_phase_that_are_recorded_after_it)
{
    run_client(waiting_across_a_phase_and_a_clear);
    expect_times("[thread] scheduler=5\n"
                 "[group B]\n"
                 "b 0 self=10 total=10\n"
                 "[group A]\n"
                 "a 0 self=5 total=5 waiting=15\n");
}

static void waiting_across_a_phase(void)
{
    start_waiting();
    clock_at(30);
    qii.new_phase();
    end_waiting();
}

TEST(wait_that_crosses_a_phase_counts_in_both)
{
    run_client(waiting_across_a_phase);
    expect_times("[group A]\n"
                 "a 1 self=10 total=10 waiting=20\n"
                 "[group B] runnable=10\n"
                 "b 1 self=20 total=20\n"
                 "[thread] scheduler=5\n"
                 "[group B]\n"
                 "b 0 self=10 total=10\n"
                 "[group A]\n"
                 "a 0 self=5 total=5 waiting=15\n");
}

static void woken_while_paused(void)
{
    start_waiting();
    clock_at(20);
    qii.stop_recording_data();
    clock_at(25);
    qii.vthread_wake(A);
    clock_at(35);
    qii.start_recording_data();
    end_waiting();
}

TEST(pause_is_neither_waiting_nor_runnable_time)
{
    run_client(woken_while_paused);
    expect_times("[thread] scheduler=5\n"
                 "[group A]\n"
                 "a 1 self=15 total=15 runnable=10 waiting=10\n"
                 "[group B] runnable=10\n"
                 "b 1 self=15 total=15\n");
}

static void suspended_across_a_pause(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    clock_at(20);
    qii.stop_recording_data();
    clock_at(40);
    qii.start_recording_data();
    clock_at(45);
    qii.vthread_resume(A);
    clock_at(50);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(blocked_time_is_not_counted_while_paused)
{
    run_client(suspended_across_a_pause);
    expect_times("[thread] scheduler=15\n"
                 "[group A]\n"
                 "a 1 self=15 total=15 blocked=15\n");
}

static void run_of_phases(uint64_t runs[2])
{
    const struct qp_profile *profile = run_profile();
    runs[0] = runs[1] = 0;
    for (uint32_t i = profile->carrier_count; i < profile->thread_count; i++)
        if (!profile->threads[i].cleared)
            runs[profile->phases[profile->threads[i].phase].number] +=
                profile->threads[i].times[QP_CONTEXT_RUNNING - 1];
}

static void run_across_marks(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.clear_data();
    clock_at(13);
    qii.stop_recording_data();
    clock_at(30);
    qii.start_recording_data();
    clock_at(34);
    qii.new_phase();
    clock_at(45);
    qii.record_fn_exit_vt(0, A);
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    qii.shutdown();
}

TEST(running_time_of_a_virtual_thread_is_split_at_clear_pause_and_phase)
{
    uint64_t runs[2];
    run_client(run_across_marks);
    run_of_phases(runs);
    assert_int_equal(runs[0], 3 + 4);
    assert_int_equal(runs[1], 11);
}
