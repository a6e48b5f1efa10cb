/* Wake-ups of virtual threads, and which function woke which virtual thread, with a clock that stands still until the
 * test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/two_threads.h"

static void woken_by_another(void)
{
    start_waiting();
    clock_at(25);
    qii.vthread_wake(A);
    end_waiting();
}

TEST(virtual_thread_is_runnable_from_its_wake_up_on)
{
    run_client(woken_by_another);
    expect_times("[thread] scheduler=5\n"
                 "[group A]\n"
                 "a 1 self=15 total=15 runnable=20 waiting=15\n"
                 "[group B] runnable=10\n"
                 "b 1 self=30 total=30\n");
    expect_wakers("a <- b 1 15 20\n");
    expect_kinds("");
}

static void woken_too_late(void)
{
    start_waiting();
    clock_at(25);
    qii.vthread_wake_since(A, 7);
    end_waiting();
}

TEST(virtual_thread_that_is_woken_too_late_was_runnable_before)
{
    run_client(woken_too_late);
    expect_times("[thread] scheduler=5\n"
                 "[group A]\n"
                 "a 1 self=15 total=15 runnable=27 waiting=8\n"
                 "[group B] runnable=10\n"
                 "b 1 self=30 total=30\n");
    expect_wakers("a <- b 1 8 27\n");
    expect_kinds("");
}

static void woken_before_its_suspension(void)
{
    start_waiting();
    clock_at(25);
    qii.vthread_wake_since(A, 1000);
    end_waiting();
}

TEST(virtual_thread_was_not_runnable_before_its_suspension)
{
    run_client(woken_before_its_suspension);
    expect_wakers("a <- b 1 1 34\n");
}

static void woken_by_the_scheduler(void)
{
    start_waiting();
    clock_at(20);
    qii.vthread_suspend(B, QPROF_REASON_RUNNABLE);
    clock_at(25);
    qii.vthread_wake(A);
    clock_at(30);
    qii.vthread_resume(B);
    end_waiting();
}

TEST(wake_up_between_virtual_threads_has_no_waker)
{
    run_client(woken_by_the_scheduler);
    expect_times("[thread] scheduler=15\n"
                 "[group A]\n"
                 "a 1 self=15 total=15 runnable=20 waiting=15\n"
                 "[group B] runnable=10\n"
                 "b 1 self=20 total=20 runnable=10\n");
    expect_wakers("a <- - 1 15 20\n");
}

static void *wake_it(void *unused)
{
    (void)unused;
    qii.vthread_wake(A);
    return NULL;
}

static void woken_by_a_device(void)
{
    start_waiting();
    clock_at(25);
    on_a_thread(wake_it, NULL);
    end_waiting();
}

TEST(thread_that_runs_no_virtual_threads_may_wake_one)
{
    run_client(woken_by_a_device);
    expect_wakers("a <- - 1 15 20\n");
    expect_kinds("");
}

static void woken_twice(void)
{
    start_waiting();
    clock_at(25);
    qii.vthread_wake(A);
    qii.record_fn_entry_vt(3, 2, B);
    clock_at(30);
    qii.vthread_wake(A);
    qii.record_fn_exit_vt(1, B);
    end_waiting();
}

TEST(first_of_several_wake_ups_counts)
{
    run_client(woken_twice);
    expect_wakers("a <- b 1 15 20\n");
    expect_kinds("");
}

/* ---- wake-ups without effect -------------------------------------------------------------------------------- */

static void woken_while_it_runs(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    qii.vthread_wake(A);
    clock_at(5);
    qii.vthread_wake(A); /* A is not suspended yet */
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    clock_at(20);
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    clock_at(25);
    qii.vthread_wake(A); /* A is already runnable */
    clock_at(30);
    qii.vthread_resume(A);
    clock_at(33);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(wake_up_of_a_running_or_runnable_thread_does_nothing)
{
    run_client(woken_while_it_runs);
    expect_times("[thread] scheduler=20\n"
                 "[group A]\n"
                 "a 1 self=13 total=13 runnable=10 waiting=10\n");
    expect_wakers("");
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->thread_count; i++)
        assert_int_equal(profile->threads[i].woken, 0);
    expect_kinds("");
}

static void woken_unknown(void)
{
    start_waiting();
    clock_at(20);
    qii.vthread_wake(C); /* an unknown virtual thread */
    qii.vthread_wake(0);
    qii.thread_destroy_vt(A);
    qii.vthread_wake(A); /* a virtual thread that ended */
    clock_at(30);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

TEST(wake_up_of_an_ended_or_unknown_thread_is_counted)
{
    run_client(woken_unknown);
    expect_times("[group A]\n"
                 "a 1 self=10 total=10 waiting=10\n"
                 "[group B] runnable=10\n"
                 "b 1 self=20 total=20\n");
    expect_wakers("");
    expect_kinds("bad-vthread 3\n");
}
