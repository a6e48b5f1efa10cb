/* The example of doc/virtual-threads.md: two carriers, three virtual threads, and the times of each. */
#include "base/clock.h"
#include "core/carrier/slow.h"
#include "core/vthread/migrate.h"
#include "core/vthread/vthread.h"
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/two_threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int turn; /* number of the carrier that runs next */

static void await_turn(int number)
{
    while (atomic_load(&turn) != number)
        sched_yield();
}

static void *second_carrier(void *unused)
{
    (void)unused;
    await_turn(1);
    clock_at(20);
    qii.vthread_resume(B);
    qii.record_fn_entry_vt(2, 1, B);
    atomic_store(&turn, 2);
    await_turn(3);
    clock_at(50);
    qii.vthread_wake(A);
    atomic_store(&turn, 4);
    await_turn(5);
    clock_at(70);
    qii.record_fn_exit_vt(0, B);
    qii.thread_destroy_vt(B);
    clock_at(80);
    qii.vthread_wake(C);
    clock_at(85);
    qii.vthread_resume(C);
    clock_at(95);
    qii.record_fn_exit_vt(0, C);
    qii.thread_destroy_vt(C);
    atomic_store(&turn, 6);
    return NULL;
}

static void begin(VthreadID id, const char *name)
{
    qii.thread_create_vt(id, id);
    qii.set_thread_name_vt(name, id);
}

static void two_carriers_and_three_threads(void)
{
    pthread_t second;
    start_with_methods("");
    pthread_create(&second, NULL, second_carrier, NULL);
    begin(A, "A");
    qii.vthread_resume(A);
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    begin(B, "B");
    begin(C, "C");
    atomic_store(&turn, 1);
    await_turn(2);
    clock_at(30);
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    clock_at(35);
    qii.vthread_resume(C);
    qii.record_fn_entry_vt(3, 1, C);
    atomic_store(&turn, 3);
    await_turn(4);
    clock_at(60);
    qii.vthread_suspend(C, QPROF_REASON_BLOCKED);
    clock_at(65);
    qii.vthread_resume(A);
    atomic_store(&turn, 5);
    await_turn(6);
    pthread_join(second, NULL);
    clock_at(100);
    qii.record_fn_exit_vt(0, A);
    qii.thread_destroy_vt(A);
    qii.shutdown();
}

static void expect_life(const char *name, uint64_t running, uint64_t runnable, uint64_t blocked, uint64_t waiting)
{
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->thread_count; i++) {
        const struct qp_profile_thread *thread = &profile->threads[i];
        if (!thread->virtual_thread || !qp_text_equal(thread->name, qp_text_of(name)))
            continue;
        assert_int_equal(thread->times[QP_CONTEXT_RUNNING - 1], running);
        assert_int_equal(thread->times[QP_CONTEXT_RUNNABLE - 1], runnable);
        assert_int_equal(thread->times[QP_CONTEXT_BLOCKED - 1], blocked);
        assert_int_equal(thread->times[QP_CONTEXT_WAITING - 1], waiting);
        assert_int_equal(thread->end - thread->start, running + runnable + blocked + waiting);
        return;
    }
    fail_msg("%s is not kept", name);
}

TEST(two_carriers_and_three_threads_have_the_times_of_the_picture)
{
    run_client(two_carriers_and_three_threads);
    expect_times("[thread] scheduler=10\n"
                 "[group A]\n"
                 "a 1 self=65 total=65 runnable=15 waiting=20\n"
                 "[thread] scheduler=15\n"
                 "[group B of a] runnable=10\n"
                 "b 1 self=50 total=50\n"
                 "[group C of a] runnable=25\n"
                 "c 1 self=25 total=25\n"
                 "[group C of a]\n"
                 "c 0 self=10 total=10 runnable=5 blocked=20\n");
    expect_life("A", 65, 15, 0, 20);
    expect_life("B", 50, 10, 0, 0);
    expect_life("C", 35, 30, 20, 0);
    expect_wakers("a <- b 1 20 15\nc <- - 1 20 5\n");
    expect_kinds("");
}

/* ---- misuse ---------------------------------------------------------------------------------------------------- */

static pthread_t first;
static atomic_bool interrupting;

/* Return the next tick. A thread that reads the clock is in the middle of an event. If this is the first thread,
 * interrupt its event and give the second thread its turn. */
static uint64_t read_and_interrupt(void)
{
    static atomic_uint_fast64_t now = 10;
    if (pthread_equal(pthread_self(), first) && atomic_exchange(&interrupting, false)) {
        atomic_store(&turn, 1);
        await_turn(2);
    }
    return atomic_fetch_add(&now, 10);
}

/* Enter method 3 on A, and run the body on a second thread in the middle of that event. */
static pthread_t enter_interrupted(void *(*body)(void *))
{
    pthread_t second;
    first = pthread_self();
    qp_clock_fake = read_and_interrupt;
    pthread_create(&second, NULL, body, NULL);
    atomic_store(&interrupting, true);
    qii.record_fn_entry_vt(3, 2, A);
    return second;
}

static void *record_the_same(void *unused)
{
    (void)unused;
    await_turn(1);
    qii.record_fn_entry_vt(2, 2, A);
    qii.record_fn_exit_vt(1, A);
    atomic_store(&turn, 2);
    await_turn(3); /* wait, since the end of this thread would be an event, too */
    return NULL;
}

static void one_on_two_threads(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    pthread_t second = enter_interrupted(record_the_same);
    atomic_store(&turn, 3);
    pthread_join(second, NULL);
    qii.record_fn_exit_vt(1, A);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown_vt(A);
}

TEST(virtual_thread_on_two_threads_at_once_is_reported)
{
    run_client(one_on_two_threads);
    expect_diagnostics("vthread-twice 1 virtual thread 0xa000\n");
}

static void *end_a(void *unused)
{
    (void)unused;
    await_turn(1);
    qii.thread_destroy_vt(A);
    atomic_store(&turn, 2);
    return NULL;
}

/* Let A end on another thread after the first thread's event has looked up A, but before that event mounts A. */
static void ends_while_it_resumes(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    qii.record_fn_entry_vt(2, 1, B);
    pthread_join(enter_interrupted(end_a), NULL);
    qii.shutdown();
}

TEST(virtual_thread_that_ends_on_one_thread_while_another_resumes_it_is_reported)
{
    run_client(ends_while_it_resumes);
    expect_diagnostics("vthread-twice 1 virtual thread 0xa000\n");
}

/* Play the first half of qprof_thread_destroy_vt for A: an event claims A. The event stays in progress while the
 * first thread resumes A. */
static void *hold_a(void *unused)
{
    (void)unused;
    const struct qp_call call = {"qprof_thread_destroy_vt", QP_QPROF, QP_NAMED};
    struct qp_tstate *tstate = qp_slow_take(&call, A);
    struct qp_context *context = qp_vthread_look_up(tstate, QP_QPROF, A);
    qp_migrate(tstate, QP_QPROF, context, A, true, 20);
    atomic_store(&turn, 1);
    await_turn(2);
    qp_slow_end(tstate, QP_QPROF);
    return NULL;
}

static void resumes_while_it_ends(void)
{
    pthread_t second;
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    qii.record_fn_entry_vt(2, 1, B);
    pthread_create(&second, NULL, hold_a, NULL);
    await_turn(1);
    qii.record_fn_entry_vt(3, 2, A);
    atomic_store(&turn, 2);
    pthread_join(second, NULL);
    qii.shutdown();
}

TEST(virtual_thread_that_resumes_on_one_thread_while_another_ends_it_is_reported)
{
    run_client(resumes_while_it_ends);
    expect_diagnostics("vthread-twice 1 virtual thread 0xa000\n");
}

static void *enter_a(void *unused)
{
    (void)unused;
    clock_at(30);
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(45);
    qii.record_fn_exit_vt(0, A);
    qii.thread_destroy_vt(A);
    return NULL;
}

static void enters_elsewhere(void)
{
    pthread_t second;
    start_with_methods("");
    begin(A, "A");
    clock_at(10);
    qii.vthread_resume(A);
    clock_at(20);
    qii.vthread_wake(B); /* this event shows that A ran on this thread until now */
    pthread_create(&second, NULL, enter_a, NULL);
    pthread_join(second, NULL);
    qii.shutdown();
}

/* A made no call on the thread where it ran first, so no tree there can hold its running time. That time counts as
 * runnable. */
TEST(virtual_thread_that_migrates_before_its_first_call_was_runnable)
{
    run_client(enters_elsewhere);
    expect_life("A", 15, 30, 0, 0);
}
