/* Wake-ups of virtual threads, and what comes at the wrong moment, by a clock that stands still until the test moves
 * it.
 */
#include "tests/support/clock.h"
#include "tests/support/run.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#define A       0xa000
#define B       0xb000
#define C       0xc000
#define UNKNOWN 0xd000

static void start(void)
{
    clock_at(0);
    tell("%d", run_start("") > 0);
    define(1, "a");
    define(2, "b");
    define(3, "c");
    qii.set_thread_name_vt("A", A);
    qii.set_thread_name_vt("B", B);
}

/* A has waited in a since 10, B runs b. */
static void start_waiting(void)
{
    start();
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_switch(A, QPROF_REASON_WAITING, B);
    qii.record_fn_entry_vt(2, 1, B);
}

/* B ends at 45, A goes on then. */
static void end_waiting(void)
{
    clock_at(40);
    qii.record_fn_exit_vt(0, B);
    qii.thread_destroy_vt(B);
    clock_at(45);
    qii.vthread_resume(A);
    clock_at(50);
    qii.record_fn_exit_vt(0, A);
    qii.thread_destroy_vt(A);
    qii.shutdown();
}

/* ---- who woke whom --------------------------------------------------------------------------------------------- */

static struct qp_text method_of(uint32_t node)
{
    const struct qp_profile *profile = run_profile();
    if (node == QP_NONE || profile->nodes[node].method == QP_NONE)
        return qp_text_of("-");
    return profile->methods[profile->nodes[node].method].name;
}

/* "waiter <- waker count suspended delayed" for each pair; "-" for none and for no method. */
static const char *edges(void)
{
    static char text[1000];
    const struct qp_profile *profile = run_profile();
    size_t size = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < profile->edge_count; i++) {
        const struct qp_profile_edge *edge = &profile->edges[i];
        struct qp_text waiter = method_of(edge->waiter), waker = method_of(edge->waker);
        size += (size_t)snprintf(text + size, sizeof text - size, "%.*s <- %.*s %d %d %d\n", (int)waiter.length,
                                 waiter.bytes, (int)waker.length, waker.bytes, (int)edge->count, (int)edge->suspended,
                                 (int)edge->delayed);
    }
    return text;
}

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
    assert_string_equal(edges(), "a <- b 1 15 20\n");
    expect_kinds("");
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

TEST(who_is_woken_between_virtual_threads_was_woken_by_none)
{
    run_client(woken_by_the_scheduler);
    expect_times("[thread] scheduler=15\n"
                 "[group A]\n"
                 "a 1 self=15 total=15 runnable=20 waiting=15\n"
                 "[group B] runnable=10\n"
                 "b 1 self=20 total=20 runnable=10\n");
    assert_string_equal(edges(), "a <- - 1 15 20\n");
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
    assert_string_equal(edges(), "a <- - 1 15 20\n");
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
    assert_string_equal(edges(), "a <- b 1 15 20\n");
    expect_kinds("");
}

/* ---- wake-ups that are none ---------------------------------------------------------------------------------- */

static void woken_while_it_runs(void)
{
    start();
    qii.record_fn_entry_vt(1, 1, A);
    qii.vthread_wake(A);
    clock_at(5);
    qii.vthread_wake(A); /* before it is suspended */
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    clock_at(20);
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    clock_at(25);
    qii.vthread_wake(A); /* it could go on already */
    clock_at(30);
    qii.vthread_resume(A);
    clock_at(33);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(wake_up_of_one_that_runs_or_could_run_does_nothing)
{
    run_client(woken_while_it_runs);
    expect_times("[thread] scheduler=20\n"
                 "[group A]\n"
                 "a 1 self=13 total=13 runnable=10 waiting=10\n");
    assert_string_equal(edges(), "");
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->thread_count; i++)
        assert_int_equal(profile->threads[i].woken, 0);
    expect_kinds("");
}

static void woken_unknown(void)
{
    start_waiting();
    clock_at(20);
    qii.vthread_wake(UNKNOWN);
    qii.vthread_wake(0);
    qii.thread_destroy_vt(A);
    qii.vthread_wake(A); /* ended */
    clock_at(30);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

TEST(wake_up_of_one_that_ended_or_is_unknown_is_counted)
{
    run_client(woken_unknown);
    expect_times("[group A]\n"
                 "a 1 self=10 total=10 waiting=10\n"
                 "[group B] runnable=10\n"
                 "b 1 self=20 total=20\n");
    assert_string_equal(edges(), "");
    expect_kinds("bad-vthread 3\n");
}

/* ---- at the wrong moment --------------------------------------------------------------------------------------- */

static void used_again(void)
{
    start_waiting();
    clock_at(20);
    qii.vthread_wake(A);
    clock_at(25);
    qii.thread_destroy_vt(A); /* while it is runnable; its id is free */
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

TEST(id_that_is_used_again_at_once_has_nothing_of_the_one_before)
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
    start();
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_resume(A); /* it runs here */
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
    assert_string_equal(edges(), "");
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
    start();
    qii.record_fn_entry_vt(1, 1, A);
    on_a_thread(destroy_it, NULL);
    clock_at(30);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(33);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

TEST(virtual_thread_that_is_ended_from_elsewhere_ran_until_then)
{
    run_client(ended_from_elsewhere);
    expect_times("[thread] scheduler=10\n"
                 "[group A]\n"
                 "a 1 self=20 total=20\n"
                 "[group B] runnable=30\n"
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
    start();
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

static void woken_across_a_phase(void)
{
    start_waiting();
    clock_at(20);
    qii.vthread_wake(A);
    clock_at(30);
    qii.new_phase();
    end_waiting();
}

TEST(time_until_a_thread_goes_on_is_cut_where_a_phase_begins)
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

/* No event came between the two: what the phase before them had is forgotten when it is told at last. Each file is
 * checked (stage.h), and there the lives of that phase had more than their time. */
TEST(what_a_phase_had_is_forgotten_at_a_clear_that_comes_before_it_is_told)
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

TEST(wait_that_crosses_a_phase_has_its_part_in_each)
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

TEST(pause_counts_neither_as_waiting_nor_as_runnable)
{
    run_client(woken_while_paused);
    expect_times("[thread] scheduler=5\n"
                 "[group A]\n"
                 "a 1 self=15 total=15 runnable=10 waiting=10\n"
                 "[group B] runnable=10\n"
                 "b 1 self=15 total=15\n");
}

/* One runs, one waits, one was woken, one has yet to begin. */
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
    qii.thread_create_vt(10, UNKNOWN);
    clock_at(30);
    qii.shutdown_vt(C);
    qii.vthread_wake(B); /* ignored, as all that follows */
    qii.vthread_resume(B);
    qii.vthread_suspend(C, QPROF_REASON_BLOCKED);
    qii.thread_destroy_vt(A);
}

TEST(shutdown_in_the_middle_of_everything_tells_each_time_until_then)
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

/* ---- the picture in doc/virtual-threads.md ------------------------------------------------------------------------
 */

static atomic_int turn; /* which of the two carriers goes on: they take turns */

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
    clock_at(0);
    tell("%d", run_start("") > 0);
    define(1, "a");
    define(2, "b");
    define(3, "c");
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
    assert_string_equal(edges(), "a <- b 1 20 15\nc <- - 1 20 5\n");
    expect_kinds("");
}

/* ---- the longest of them --------------------------------------------------------------------------------------- */

/* When it is made, begins to run, gives way, goes on, and ends. */
static void live_and_end(VthreadID id, const uint64_t ticks[5])
{
    clock_at(ticks[0]);
    qii.thread_create_vt(id, id);
    qii.set_thread_name_vt("fibre", id);
    clock_at(ticks[1]);
    qii.vthread_resume(id);
    qii.record_fn_entry_vt(3, 1, id);
    clock_at(ticks[2]);
    qii.vthread_suspend(id, QPROF_REASON_RUNNABLE);
    clock_at(ticks[3]);
    qii.vthread_resume(id);
    clock_at(ticks[4]);
    qii.thread_destroy_vt(id);
}

/* Fibres live for 520, 100 and 300 ticks, the last in two phases; they are delayed by 300 and 1, 40 and 5, 7 and
 * 110. */
static void three_fibres(void)
{
    static const uint64_t ticks[][5] = {{1000, 1300, 1400, 1401, 1520}, {2000, 2040, 2050, 2055, 2100}};
    start();
    live_and_end(0xe0, ticks[0]);
    live_and_end(0xe1, ticks[1]);
    clock_at(3000);
    qii.thread_create_vt(0xe2, 0xe2);
    qii.set_thread_name_vt("fibre", 0xe2);
    clock_at(3007);
    qii.vthread_resume(0xe2);
    qii.record_fn_entry_vt(3, 1, 0xe2);
    clock_at(3100);
    qii.new_phase();
    clock_at(3130);
    qii.vthread_suspend(0xe2, QPROF_REASON_RUNNABLE);
    clock_at(3240);
    qii.vthread_resume(0xe2);
    clock_at(3300);
    qii.thread_destroy_vt(0xe2);
    qii.shutdown();
}

/* What one lived before its epoch is not of its life there. */
TEST(longest_life_and_delay_are_exact)
{
    run_client(three_fibres);
    const struct qp_profile *profile = run_profile();
    assert_int_equal(profile->lives_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const struct qp_profile_lives *lives = &profile->lives[i];
        bool first = profile->roots[lives->root].epoch == 0;
        assert_int_equal(lives->longest_life, first ? 520 : 200);
        assert_int_equal(lives->longest_delay, first ? 300 : 110);
    }
    expect_kinds("");
}
