/* Exact times of virtual threads that are suspended, with a clock that stands still until the test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/two_threads.h"

static void suspended(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    clock_at(25);
    qii.vthread_resume(A);
    clock_at(30);
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    clock_at(34);
    qii.vthread_resume(A);
    clock_at(36);
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    clock_at(50);
    qii.vthread_resume(A);
    clock_at(51);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(suspended_virtual_thread_has_blocked_or_waiting_time_and_does_not_run)
{
    run_client(suspended);
    expect_times("[thread] scheduler=33\n"
                 "[group A]\n"
                 "a 1 self=18 total=18 runnable=14 blocked=15 waiting=4\n");
    assert_int_equal(run_of(A), 18);
    assert_int_equal(state_of(A), QP_CONTEXT_RUNNING); /* state of A at the end of the run */
}

static void switched(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_switch(A, QPROF_REASON_BLOCKED, B);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(25);
    qii.vthread_switch(B, QPROF_REASON_WAITING, A);
    clock_at(30);
    qii.vthread_switch(A, QPROF_REASON_WAITING, A); /* A resumes itself */
    clock_at(32);
    qii.vthread_switch(B, QPROF_REASON_BLOCKED, A); /* B waited until now */
    clock_at(36);
    qii.vthread_switch(A, QPROF_REASON_RUNNABLE, B);
    clock_at(39);
    qii.vthread_switch(B, 4, A); /* 4 is no reason, so B stays runnable */
    qii.record_fn_exit_vt(0, A);
    clock_at(41);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

TEST(switch_suspends_one_and_resumes_the_other_at_one_tick)
{
    run_client(switched);
    expect_times("[group A] outside=2\n"
                 "a 1 self=21 total=21 runnable=3 blocked=15\n"
                 "[group B] runnable=10\n"
                 "b 1 self=18 total=18 runnable=2 blocked=4 waiting=7\n");
    assert_int_equal(run_of(A), 23);
    assert_int_equal(run_of(B), 18);
    expect_kinds("bad-argument 1\n");
}

static void suspended_by_another(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(20);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED); /* B is running */
    clock_at(50);
    qii.vthread_resume(A);
    clock_at(52);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(suspension_by_another_thread_begins_when_it_is_reported)
{
    run_client(suspended_by_another);
    expect_times("[group A]\n"
                 "a 1 self=12 total=12 runnable=10 blocked=30\n"
                 "[group B] runnable=10\n"
                 "b 1 self=40 total=40 runnable=2\n");
}

static void suspended_twice(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    clock_at(20);
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    clock_at(50);
    qii.vthread_resume(A);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(suspension_for_another_reason_ends_the_first)
{
    run_client(suspended_twice);
    expect_times("[thread] scheduler=40\n"
                 "[group A]\n"
                 "a 1 self=10 total=10 blocked=10 waiting=30\n");
}

static void suspended_on_another_thread(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    block_a_elsewhere();
    clock_at(40);
    qii.vthread_resume(A);
    clock_at(55);
    qii.record_fn_exit_vt(0, A);
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    clock_at(60);
    qii.shutdown();
}

/* A ran until another thread suspended it at 10. Its running time must not end at A's own last event, at 0. */
TEST(suspension_by_another_system_thread_ends_where_it_runs_again)
{
    run_client(suspended_on_another_thread);
    expect_times("[thread] scheduler=35\n"
                 "[group A] runnable=5\n"
                 "a 1 self=25 total=25 blocked=30\n");
    assert_int_equal(run_of(A), 25);
    assert_int_equal(state_of(A), QP_CONTEXT_RUNNABLE);
}

static void block_a_meanwhile(qprof_MethodID method, void *unused)
{
    (void)unused;
    block_a_elsewhere();
    clock_at(20);
    define(method, "asked");
}

static void suspended_while_its_client_is_asked(void)
{
    start_with_methods("");
    qii.set_method_callback(block_a_meanwhile, NULL);
    qii.vthread_resume(A);
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(4);
    qii.record_fn_entry_vt(9, 2, A);
    clock_at(50);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

/* The callback runs from 4 to 20, as part of A's time. Since another thread suspends A at 10, A was runnable from 4 to
 * 10 and blocked until 20. */
TEST(suspension_by_another_system_thread_during_the_callback_adds_no_running_time)
{
    run_client(suspended_while_its_client_is_asked);
    expect_times("[group]\n"
                 "a 1 self=4 total=34 blocked=10\n"
                 "  asked 1 self=30 total=30\n"
                 "[group]\n"
                 "a 0 self=0 total=0 runnable=6\n");
}

static void *block_a_and_save(void *data)
{
    (void)data;
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    qii.save_data();
    return NULL;
}

static void saved_before_its_thread_knows(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    on_a_thread(block_a_and_save, NULL);
    clock_at(40);
    qii.vthread_resume(A);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

/* Another thread suspends A and saves a copy. The thread that ran A charges A's running time only at its own next
 * event, after the copy. */
TEST(copy_has_running_time_until_another_thread_suspended_it)
{
    run_client(saved_before_its_thread_knows);
    run_look_at("run.1.qii");
    expect_times("a 1 self=10 total=10\n");
    assert_int_equal(run_of(A), 10);
}

static void *end_7(void *data)
{
    (void)data;
    clock_at(10);
    qii.thread_destroy_vt(7);
    return NULL;
}

static void ended_before_its_first_entry(void)
{
    start_with_both("");
    qii.thread_create_vt(7, 7);
    qii.vthread_resume(7);
    on_a_thread(end_7, NULL);
    clock_at(40);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(50);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

/* A group has a tree on a system thread only if one of its virtual threads entered a function there. Virtual thread
 * 7 entered no function, so it counts as runnable until its end. */
TEST(virtual_thread_that_another_thread_ends_before_its_first_entry_did_not_run)
{
    run_client(ended_before_its_first_entry);
    expect_times("[thread] outside=10 scheduler=30\n"
                 "[group B] runnable=40\n"
                 "b 1 self=10 total=10\n");
    assert_int_equal(run_of(7), 0);
    assert_int_equal(time_of(7, QP_CONTEXT_RUNNABLE), 10);
}

static void *resume_and_leave(void *data)
{
    (void)data;
    clock_at(50);
    qii.vthread_resume(A);
    qii.record_fn_exit_vt(0, A);
    return NULL;
}

static void resumed_on_another_thread(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    clock_at(20);
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(40);
    qii.record_fn_exit_vt(0, B);
    on_a_thread(resume_and_leave, NULL);
    qii.shutdown();
}

TEST(suspended_time_is_no_running_time_wherever_it_ends)
{
    run_client(resumed_on_another_thread);
    assert_int_equal(run_of(A), 10);
}

static void never_resumed(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    qii.vthread_suspend(B, QPROF_REASON_WAITING);
    clock_at(30);
    qii.thread_destroy_vt(A);
    clock_at(50);
    qii.shutdown();
}

TEST(suspension_lasts_until_the_thread_or_the_run_ends)
{
    run_client(never_resumed);
    expect_times("[thread] scheduler=40\n"
                 "[group A]\n"
                 "a 1 self=0 total=0 runnable=10 blocked=20\n"
                 "[group B]\n"
                 "b 1 self=10 total=10 waiting=40\n");
}

/* ---- virtual threads destroyed while they run -------------------------------------------------------------------- */

/* A resumes B, and B resumes C. C ends, then B, and the client does not report which virtual thread runs next. */
static void destroy_those_that_run(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_switch(A, QPROF_REASON_RESUMES, B);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(14);
    qii.vthread_switch(B, QPROF_REASON_RESUMES, C);
    qii.record_fn_entry_vt(3, 1, C);
    clock_at(19);
    qii.vthread_switch(C, QPROF_REASON_WAITING, B);
    clock_at(25);
    qii.vthread_switch(B, QPROF_REASON_RESUMES, C);
    clock_at(32);
    qii.thread_destroy_vt(C);
    clock_at(40);
    qii.thread_destroy_vt(B);
    clock_at(70);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(control_returns_to_the_resumer_of_a_virtual_thread_destroyed_while_it_runs)
{
    run_client(destroy_those_that_run);
    expect_times("[group A]\n"
                 "a 1 self=40 total=40 blocked=30\n"
                 "[group B] runnable=10\n"
                 "b 1 self=18 total=18 blocked=12\n"
                 "[group]\n"
                 "c 1 self=12 total=12 waiting=6\n");
    expect_kinds("");
}

/* Destroy B after a switch to it. Since B has no resumer, the client must report that A resumes. */
static void destroy_one_that_was_switched_to(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    for (int i = 0; i < 2; i++) {
        qii.vthread_switch(A, QPROF_REASON_WAITING, B);
        qii.record_fn_entry_vt(2, 1, B);
        qii.thread_destroy_vt(B);
        if (i == 0)
            qii.vthread_resume(A);
        qii.record_fn_entry_vt(1, 2, A);
    }
    qii.shutdown();
}

TEST(unreported_resumption_after_an_end_is_counted)
{
    run_client(destroy_one_that_was_switched_to);
    expect_diagnostics("bad-vthread 1 0xa000 runs again without a resume after another one ended\n");
}
