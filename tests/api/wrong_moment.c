/* Events of virtual threads at the wrong moment, and which thread the time is charged to, with a clock that stands
 * still until the test moves it. */
#include "base/clock.h"
#include "core/carrier/carrier.h"
#include "core/carrier/slow.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/stage.h"
#include "tests/support/sums.h"
#include "tests/support/two_threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static void used_again(void)
{
    start_waiting();
    clock_at(20);
    qii.vthread_wake(A);
    clock_at(25);
    qii.thread_destroy_vt(A); /* A is runnable; its id becomes free */
    qii.thread_create_vt(9, A);
    qii.set_thread_name_vt("next", A);
    clock_at(30);
    qii.vthread_switch(B, QPROF_REASON_RUNNABLE, A);
    qii.record_fn_entry_vt(3, 1, A);
    clock_at(37);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    clock_at(40);
    qii.vthread_resume(A);
    clock_at(41);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(reused_id_inherits_nothing_from_its_predecessor)
{
    run_client(used_again);
    expect_times("[thread] scheduler=3\n"
                 "[group A]\n"
                 "a 1 self=10 total=10 runnable=5 waiting=10\n"
                 "[group B] runnable=10\n"
                 "b 1 self=20 total=20 runnable=11\n"
                 "[group next of b] runnable=5\n"
                 "c 1 self=8 total=8 blocked=3\n");
    expect_kinds("");
}

static void resumed_without_suspension(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_resume(A); /* A is already running here */
    clock_at(15);
    qii.vthread_resume(B); /* A was not suspended: it stays runnable */
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(20);
    qii.vthread_wake(A);
    clock_at(25);
    qii.vthread_resume(A);
    clock_at(26);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(resume_without_a_suspension_leaves_the_other_one_runnable)
{
    run_client(resumed_without_suspension);
    expect_times("[group A]\n"
                 "a 1 self=16 total=16 runnable=10\n"
                 "[group B] runnable=15\n"
                 "b 1 self=10 total=10 runnable=1\n");
    expect_wakers("");
}

static void *destroy_it(void *unused)
{
    (void)unused;
    clock_at(20);
    qii.thread_destroy_vt(A);
    return NULL;
}

static void ended_from_elsewhere(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    on_a_thread(destroy_it, NULL);
    clock_at(30);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(33);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

TEST(virtual_thread_ended_by_another_thread_ran_until_then)
{
    run_client(ended_from_elsewhere);
    expect_times("[thread] scheduler=10\n"
                 "[group A]\n"
                 "a 1 self=20 total=20\n"
                 "[group B] runnable=30\n"
                 "b 1 self=3 total=3\n");
}

static void ended_from_elsewhere_in_a_pause(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(5);
    qii.stop_recording_data();
    on_a_thread(destroy_it, NULL);
    clock_at(30);
    qii.start_recording_data();
    clock_at(31);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(33);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

TEST(virtual_thread_ended_by_another_thread_in_a_pause_ran_until_the_pause)
{
    run_client(ended_from_elsewhere_in_a_pause);
    expect_times("[thread] scheduler=1\n"
                 "[group A]\n"
                 "a 1 self=5 total=5\n"
                 "[group B] runnable=6\n"
                 "b 1 self=2 total=2\n");
    assert_int_equal(run_of(A), 5);
}

static atomic_bool mounted, ended;

/* Try to begin events while the end of the run holds all events back. In each try, the thread state becomes busy,
 * sees that events are held back, and becomes free again. */
static void *begin_while_held(void *unused)
{
    (void)unused;
    qii.record_fn_entry_vt(1, 1, A);
    struct qp_tstate *tstate = qp_tstate_current[QP_QPROF];
    atomic_store(&mounted, true);
    while (!qp_load_acquire(&qp_process->held) && !atomic_load(&ended)) /* on a busy machine, it may miss the end */
        sched_yield();
    for (unsigned i = 0; qp_load_acquire(&qp_process->held); i++)
        qp_store_release(&tstate->busy, i % 10 != 0);
    qp_store_release(&tstate->busy, QP_TSTATE_FREE);
    return NULL;
}

static void ends_while_an_event_begins(void)
{
    pthread_t thread;
    start_with_both("");
    STAGE_CHECK(pthread_create(&thread, NULL, begin_while_held, NULL) == 0);
    while (!atomic_load(&mounted))
        sched_yield();
    clock_at(10);
    qii.shutdown();
    atomic_store(&ended, true);
    pthread_join(thread, NULL);
}

TEST(event_that_begins_while_the_run_ends_leaves_no_virtual_thread_running)
{
    run_client(ends_while_an_event_begins);
    expect_times("[thread] outside=10\n"
                 "[group A]\n"
                 "a 1 self=10 total=10\n");
    assert_int_equal(run_of(A), 10);
}

#define LATE 40

/* The first event of a thread that saw the run record, and was interrupted until the file was closed. */
static void *attach_late(void *others)
{
    STAGE_CHECK(!qp_carrier_attach(QP_QPROF));
    pthread_barrier_wait(others); /* a thread that has ended would leave its record to the next one */
    return NULL;
}

/* The closed file still has room for the records of the first threads. */
static void ends_as_threads_begin(void)
{
    start_with_both("");
    qii.shutdown();
    pthread_t threads[LATE];
    pthread_barrier_t others;
    pthread_barrier_init(&others, NULL, LATE);
    for (int i = 0; i < LATE; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, attach_late, &others) == 0);
    for (int i = 0; i < LATE; i++)
        pthread_join(threads[i], NULL);
    report("%lu lost", qp_diagnose_count(QP_QPROF, QP_DIAGNOSTIC_THREAD_LOST));
}

TEST(thread_whose_first_event_meets_the_end_of_the_run_is_not_lost)
{
    run_client(ends_as_threads_begin);
    expect_messages("1\n0 lost\n");
}

/* Interrupt the first event of a forked child. The event has looked at the thread's state, which fork has wiped. Then
 * the event of a signal handler attaches a new thread state and mounts A. */
static void first_event_after_a_handler_s(void)
{
    static struct qp_carrier wiped;
    const struct qp_call call = {"qprof_record_fn_entry_vt", QP_QPROF, QP_VIRTUAL};
    struct qp_tstate *looked_at = &wiped.tstates[QP_QPROF];
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    looked_at->busy = QP_TSTATE_BUSY;
    struct qp_tstate *tstate = qp_slow_begin(looked_at, &call, A);
    STAGE_CHECK(tstate && tstate == qp_tstate_current[QP_QPROF] && looked_at->busy == QP_TSTATE_FREE);
    STAGE_CHECK(tstate->virtual_id == A);
    qp_slow_end(tstate, QP_QPROF);
    clock_at(15);
    qii.record_fn_exit_vt(0, A);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(18);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

TEST(thread_state_attached_by_a_handler_keeps_its_virtual_thread_in_the_event_it_interrupted)
{
    run_client(first_event_after_a_handler_s);
    expect_times("[group A] runnable=3\n"
                 "a 1 self=15 total=15\n"
                 "[group B] runnable=15\n"
                 "b 1 self=3 total=3\n");
}

static void *begin_it(void *unused)
{
    (void)unused;
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.record_fn_entry_vt(3, 2, A);
    return NULL;
}

static void carrier_dies(void)
{
    start_with_both("");
    on_a_thread(begin_it, NULL);
    clock_at(20);
    qii.vthread_wake(A);
    clock_at(30);
    qii.vthread_resume(A);
    clock_at(32);
    qii.record_fn_exit_vt(1, A);
    clock_at(37);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(carrier_that_dies_leaves_its_virtual_thread_runnable)
{
    run_client(carrier_dies);
    expect_times("[thread] outside=30\n"
                 "[group A]\n"
                 "a 1 self=10 total=10\n"
                 "  c 1 self=0 total=0\n"
                 "[group A]\n"
                 "a 0 self=5 total=7\n"
                 "  c 0 self=2 total=2 runnable=20\n");
    expect_kinds("");
}

/* Shut down while one virtual thread runs, one waits, one was woken, and one has not begun. */
static void shut_down_in_the_middle(void)
{
    start_waiting();
    qii.thread_create_vt(9, C);
    qii.set_thread_name_vt("C", C);
    clock_at(15);
    qii.vthread_switch(B, QPROF_REASON_BLOCKED, C);
    qii.record_fn_entry_vt(3, 1, C);
    clock_at(20);
    qii.vthread_wake(A);
    qii.thread_create_vt(10, 0xd000);
    clock_at(30);
    qii.shutdown_vt(C);
    qii.vthread_wake(B); /* ignored, like all calls below */
    qii.vthread_resume(B);
    qii.vthread_suspend(C, QPROF_REASON_BLOCKED);
    qii.thread_destroy_vt(A);
}

TEST(shutdown_in_the_middle_of_everything_completes_each_time)
{
    run_client(shut_down_in_the_middle);
    expect_times("[group A]\n"
                 "a 1 self=10 total=10 runnable=10 waiting=10\n"
                 "[group B] runnable=10\n"
                 "b 1 self=5 total=5 blocked=15\n"
                 "[group C of b] runnable=5\n"
                 "c 1 self=15 total=15\n");
    expect_kinds("");
}

static void name_it(qprof_MethodID method, void *unused)
{
    (void)unused;
    report("asked %lu", method);
    define(method, "named late");
}

/* Record an event within a call that is about to take the session lock. A signal handler that interrupts such a call
 * can do this. */
static void enter_while_the_session_is_locked(void)
{
    start_with_both("");
    qii.set_method_callback(name_it, NULL);
    qii.record_fn_entry_vt(1, 1, A);
    qp_occupy_close();
    qii.record_fn_entry_vt(9, 2, A);
    qp_occupy_end();
    report("and then");
    qii.record_fn_entry_vt(9, 3, A);
    qii.shutdown();
}

TEST(client_is_not_called_within_a_call_that_takes_the_session_lock)
{
    run_client(enter_while_the_session_is_locked);
    expect_messages("1\nand then\nasked 9\n"); /* "1": the run has started */
}

/* Begin to end the run. This is the first step of another thread that ends the run, before it looks at this thread. */
static void begin_to_end(qprof_MethodID method, void *user)
{
    (void)method;
    (void)user;
    qp_store_release(&qp_process->recording[QP_QPROF], 0);
}

static void run_ends_in_the_callback(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    qii.set_method_callback(begin_to_end, NULL);
    clock_at(10);
    qii.record_fn_entry_vt(99, 2, A);
    qp_store_release(&qp_process->recording[QP_QPROF], 1);
    clock_at(50);
    qii.shutdown();
}

TEST(callback_of_a_thread_that_the_end_of_the_run_has_not_reached_is_the_recorders_time)
{
    run_client(run_ends_in_the_callback);
    expect_times("a 1 self=10 total=10\n");
    assert_int_equal(run_of(A), 10);
    assert_int_equal(sums_ledger(run_profile(), 0, QP_QPROF).recorder, 40);
}

static struct {
    unsigned ends; /* number of threads and runs that ended */
    unsigned shown;
} in_event;

/* Count the ends of threads and runs, and how many of them the ledger marks as an event in progress. If the process
 * were killed at such an end, a reader would need the mark. */
static void look_at_ledger(struct qp_tstate *tstate, bool thread_ends)
{
    (void)thread_ends;
    in_event.ends++;
    in_event.shown += tstate->ledger->arriving == QP_LEDGER_BUSY;
}

static void *enter_b(void *unused)
{
    (void)unused;
    qii.record_fn_entry_vt(2, 1, B);
    return NULL;
}

static void ends_of_a_thread_and_a_run(void)
{
    static const struct qp_run_hooks hooks = {.finish = look_at_ledger};
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    qp_runs[QP_QPROF].hooks = &hooks;
    on_a_thread(enter_b, NULL);
    clock_at(10);
    qii.shutdown();
    report("%u %u", in_event.ends, in_event.shown);
}

/* The end of a thread or run moves the times of virtual threads in several steps. Between these steps the times do
 * not add up, so the ledger must mark an event in progress. */
TEST(end_of_a_thread_or_run_is_an_event_to_readers)
{
    run_client(ends_of_a_thread_and_a_run);
    expect_messages("1\n2 2\n");
}

/* ---- a virtual thread is lost within an event -------------------------------------------------------------------- */

static void *enter_there(void *unused)
{
    (void)unused;
    qii.record_fn_entry_vt(2, 2, A);
    return NULL;
}

/* Run A on another system thread while this thread ends an event of A. Put this thread on the fast path, as in a run
 * on the time stamp counter. */
static void lose_it(struct qp_tstate *tstate)
{
    qp_runs[QP_QPROF].hooks = NULL;
    on_a_thread(enter_there, NULL);
    qp_tstate_cold(tstate, QP_QPROF)->slow = 0;
    tstate->ledger->last = qp_clock_counter();
}

static void deep_after_a_loss(void)
{
    static const struct qp_run_hooks hooks = {.settle = lose_it};
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    qp_runs[QP_QPROF].hooks = &hooks;
    qii.record_counts_vt(1, A);
    unsigned beyond = 0;
    for (int i = 0; i < 100; i++) {
        const struct qp_tstate *tstate = qp_tstate_current[QP_QPROF];
        qii.enter_method(3);
        beyond += tstate->top > tstate->end;
    }
    report("%u", beyond);
    qii.shutdown();
}

/* After the loss, events belong to the thread's own stack. The limits of A's stack must not apply to it. */
TEST(deep_calls_after_a_loss_stay_within_the_own_stack)
{
    run_client_to_any_end(deep_after_a_loss);
    expect_messages("1\n0\n");
}
