/* Exact times of virtual threads, by a clock that stands still until the test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/sums.h"

#define A 0xa000
#define B 0xb000

static uint64_t run_of(VthreadID id)
{
    const struct qp_profile *profile = run_profile();
    uint64_t run = 0;
    for (uint32_t i = 0; i < profile->thread_count; i++)
        if (profile->threads[i].virtual_thread && profile->threads[i].virtual_id == id)
            run += profile->threads[i].times[QP_CONTEXT_RUNNING - 1];
    return run;
}

static void name_both(void)
{
    qii.set_thread_name_vt("A", A);
    qii.set_thread_name_vt("B", B);
}

static void start(const char *options)
{
    clock_at(0);
    tell("%d", run_start(options) > 0);
}

static void start_with_both(const char *options)
{
    start(options);
    define(1, "a");
    define(2, "b");
    name_both();
}

static void taking_turns(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.record_fn_entry_vt(2, 1, B); /* A ran until now */
    clock_at(13);
    qii.record_fn_exit_vt(1, A); /* B ran until now; pops nothing */
    clock_at(20);
    qii.record_fn_exit_vt(0, A);
    clock_at(21);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown_vt(A);
}

TEST(virtual_threads_that_take_turns_have_the_time_between_their_events)
{
    run_client(taking_turns);
    expect_times("[group A] outside=1\n"
                 "a 1 self=17 total=17 runnable=3\n"
                 "[group B] runnable=10\n"
                 "b 1 self=3 total=3 runnable=8\n");
    assert_int_equal(run_of(A), 18); /* it was seen last until 21 */
    assert_int_equal(run_of(B), 3);
}

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
    qii.vthread_switch(A, QPROF_REASON_WAITING, A); /* goes on */
    clock_at(32);
    qii.vthread_switch(B, QPROF_REASON_BLOCKED, A); /* B waited until now */
    clock_at(36);
    qii.vthread_switch(A, QPROF_REASON_RUNNABLE, B);
    clock_at(39);
    qii.vthread_switch(B, 4, A); /* no reason: B stays runnable */
    qii.record_fn_exit_vt(0, A);
    clock_at(41);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

TEST(switch_suspends_one_and_resumes_the_other_at_one_moment)
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
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED); /* while B runs */
    clock_at(50);
    qii.vthread_resume(A);
    clock_at(52);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(suspension_by_another_begins_when_it_is_reported)
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

static void *suspend_it(void *data)
{
    (void)data;
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    return NULL;
}

static void suspended_on_another_thread(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    on_a_thread(suspend_it, NULL);
    clock_at(40);
    qii.vthread_resume(A);
    clock_at(55);
    qii.record_fn_exit_vt(0, A);
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    clock_at(60);
    qii.shutdown();
}

/* A ran until the other thread told that it does not, at 10, not only until its last event, at 0. */
TEST(suspension_by_another_system_thread_ends_where_it_runs_again)
{
    run_client(suspended_on_another_thread);
    expect_times("[thread] scheduler=35\n"
                 "[group A] runnable=5\n"
                 "a 1 self=25 total=25 blocked=30\n");
    assert_int_equal(run_of(A), 25);
}

static void shortest_and_longest(void)
{
    start_with_both("-record-min-max");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.record_fn_entry_vt(2, 1, B); /* A ran until now */
    clock_at(20);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    clock_at(50);
    qii.vthread_resume(A);
    clock_at(52);
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    clock_at(60);
    qii.record_fn_exit_vt(0, A);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

TEST(shortest_and_longest_call_of_a_virtual_thread_have_what_its_total_time_has)
{
    run_client(shortest_and_longest);
    expect_times("[thread] scheduler=8\n"
                 "[group A]\n"
                 "a 1 self=12 total=12 runnable=18 blocked=30 measured=1 minimum=60 maximum=60\n"
                 "[group B] runnable=10\n"
                 "b 1 self=40 total=40 runnable=10 measured=1 minimum=50 maximum=50\n");
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

static void *elsewhere(void *argument)
{
    (void)argument;
    qii.record_fn_entry_vt(2, 2, A);
    clock_at(30);
    qii.record_fn_exit_vt(1, A);
    clock_at(35);
    qii.record_bb_counts_vt(0, 1, A);
    return NULL;
}

static void migrates(void)
{
    start("");
    define_with_lines(1, "a");
    define(2, "callee");
    name_both();
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    clock_at(20);
    on_a_thread(elsewhere, NULL);
    clock_at(40);
    qii.vthread_resume(A);
    clock_at(44);
    tell("%lu", qii.current_method_id_vt(A));
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(virtual_thread_that_migrates_keeps_its_stack_and_its_times)
{
    run_client(migrates);
    expect_told("1\n1\n");
    /* One root per carrier and group: 10 + 4 on the first, 5 (and 10 in the callee) on the second. */
    expect_times("[thread] scheduler=30\n"
                 "[group A]\n"
                 "a 1 self=14 total=14 runnable=5\n"
                 "[group A]\n"
                 "a 0 self=5 total=15 runnable=10\n"
                 "  callee 1 self=10 total=10\n");
    expect_blocks("a 0:1\n");
    assert_int_equal(run_of(A), 29);
    expect_diagnostics("");
}

static void taken_without_a_word(void)
{
    start("");
    define_with_lines(1, "a");
    define(2, "callee");
    define(3, "b");
    name_both();
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.record_bb_counts_vt(0, 1, A);
    clock_at(20);
    on_a_thread(elsewhere, NULL);
    clock_at(40);
    qii.record_fn_entry_vt(3, 1, B);
    clock_at(45);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

/* Counts read no clock, so A's last event that did was its entry at 0; what the first carrier did after A was last seen
 * on it is not A's, since A ran elsewhere. */
TEST(virtual_thread_that_runs_elsewhere_is_not_charged_where_it_was)
{
    run_client(taken_without_a_word);
    expect_times("[thread] scheduler=40\n"
                 "[group A]\n"
                 "a 1 self=0 total=0\n"
                 "[group A]\n"
                 "a 0 self=5 total=15 runnable=30\n"
                 "  callee 1 self=10 total=10\n"
                 "[group B] runnable=40\n"
                 "b 1 self=5 total=5\n");
    assert_int_equal(run_of(A), 15);
}

static void blocking_methods(void)
{
    start("");
    qii.register_method_id_vt(1, "read", NULL, QPROF_METHOD_FLAGS_BLOCKS, NULL, NULL, 0, A);
    qii.register_method_id_vt(2, "wait", NULL, QPROF_METHOD_FLAGS_WAITS, NULL, NULL, 0, A);
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.record_fn_exit_vt(0, A);
    qii.record_fn_entry_vt(2, 1, A);
    clock_at(30);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(flagged_methods_of_virtual_threads_have_blocked_and_waiting_time)
{
    run_client(blocking_methods);
    expect_times("read 1 self=0 total=0 blocked=10\n"
                 "wait 1 self=0 total=0 waiting=20\n");
}

/* The client tells of no suspension: to run another in a method that blocks is one. */
static void another_runs_while_it_blocks(void)
{
    start("");
    qii.register_method_id_vt(1, "read", NULL, QPROF_METHOD_FLAGS_BLOCKS, NULL, NULL, 0, A);
    define(2, "b");
    name_both();
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(50);
    qii.record_fn_exit_vt(0, B);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(method_that_blocks_does_so_while_another_virtual_thread_runs)
{
    run_client(another_runs_while_it_blocks);
    expect_times("[thread] scheduler=10\n"
                 "[group A]\n"
                 "read 1 self=0 total=0 blocked=50\n"
                 "[group B] runnable=10\n"
                 "b 1 self=40 total=40\n");
}

/* ---- what is cut ------------------------------------------------------------------------------------------------ */

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

TEST(running_time_of_a_virtual_thread_is_cut_at_clear_pause_and_phase)
{
    uint64_t runs[2];
    run_client(run_across_marks);
    run_of_phases(runs);
    assert_int_equal(runs[0], 3 + 4);
    assert_int_equal(runs[1], 11);
}

/* ---- what is left of those that ended -------------------------------------------------------------------------- */

static void live(VthreadID id, uint64_t client_id, const char *name, uint64_t start_tick, uint64_t ticks)
{
    clock_at(start_tick);
    qii.thread_create_vt(client_id, id);
    qii.set_thread_name_vt(name, id);
    clock_at(start_tick + 1);
    qii.record_fn_entry_vt(1, 1, id);
    clock_at(start_tick + 1 + ticks);
    qii.record_fn_exit_vt(0, id);
    qii.vthread_suspend(id, QPROF_REASON_BLOCKED);
    clock_at(start_tick + 10 + ticks);
    qii.thread_destroy_vt(id);
}

static void one_after_the_other(void)
{
    start("");
    define(1, "work");
    live(A, 71, "worker", 100, 5);
    live(B, 72, "worker", 200, 30);
    live(A, 73, "other", 300, 700);
    qii.shutdown();
}

static void expect_ended(uint32_t index, VthreadID id, uint64_t client_id, const char *name, uint64_t start_tick,
                         uint64_t end_tick, uint64_t run)
{
    const struct qp_profile_thread *thread = &run_profile()->threads[index];
    const struct qp_profile_group *group = &run_profile()->groups[thread->group];
    assert_true(thread->virtual_thread && thread->ended);
    assert_int_equal(thread->product, QP_QPROF);
    assert_int_equal(thread->virtual_id, id);
    assert_int_equal(thread->client_id, client_id);
    assert_true(qp_text_equal(thread->name, qp_text_of(name)));
    assert_true(qp_text_equal(group->name, qp_text_of(name)));
    assert_int_equal(thread->start, start_tick);
    assert_int_equal(thread->end, end_tick);
    assert_int_equal(thread->times[QP_CONTEXT_RUNNING - 1], run);
}

TEST(virtual_threads_that_ended_keep_who_they_were_and_when_they_ran)
{
    run_client(one_after_the_other);
    const struct qp_profile *profile = run_profile();
    assert_int_equal(profile->thread_count, 1 + 3);
    expect_ended(1, A, 71, "worker", 100, 115, 5);
    expect_ended(2, B, 72, "worker", 200, 240, 30);
    expect_ended(3, A, 73, "other", 300, 1010, 700);
    assert_int_equal(profile->group_count, 2);
    assert_int_equal(sums_ended(profile, 0), 2);
    assert_int_equal(sums_times(profile, 0, QP_CONTEXT_RUNNING), 35);
    assert_int_equal(sums_ended(profile, 1), 1);
    assert_int_equal(sums_times(profile, 1, QP_CONTEXT_RUNNING), 700);
    expect_diagnostics("");
}

/* ---- which of those that ended are kept ------------------------------------------------------------------------- */

#define MANY 1000

/* Thread n runs for a tick, but one in three hundred for longer, another is blocked, another migrates. */
static uint64_t now;

static void *pass_by(void *data)
{
    qii.record_fn_entry_vt(2, 2, *(VthreadID *)data);
    qii.record_fn_exit_vt(1, *(VthreadID *)data);
    return NULL;
}

static void live_once(VthreadID id)
{
    qii.thread_create_vt(id, id);
    qii.set_thread_name_vt("one of many", id);
    qii.record_fn_entry_vt(1, 1, id);
    clock_at(now += id % 300 == 7 ? 1000 + id : 1);
    qii.vthread_suspend(id, QPROF_REASON_BLOCKED);
    clock_at(now += id % 300 == 8 ? 2000 + id : 1);
    if (id % 300 == 9)
        on_a_thread(pass_by, &id);
    qii.vthread_resume(id);
    qii.record_fn_exit_vt(0, id);
    qii.thread_destroy_vt(id);
}

static void many_lives(void)
{
    now = 0;
    start("");
    define(1, "lives");
    define(2, "passes by");
    for (VthreadID id = 1; id <= MANY; id++)
        live_once(id);
    qii.shutdown();
}

static const struct qp_profile_thread *kept(VthreadID id)
{
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->thread_count; i++)
        if (profile->threads[i].virtual_thread && profile->threads[i].virtual_id == id)
            return &profile->threads[i];
    fail_msg("virtual thread %lu is not kept", (unsigned long)id);
    return NULL;
}

TEST(those_that_ran_waited_or_moved_most_are_kept_wherever_among_the_others_they_ended)
{
    run_client(many_lives);
    assert_int_equal(sums_ended(run_profile(), 0), MANY);
    for (VthreadID id = 0; id + 9 <= MANY; id += 300) {
        assert_int_equal(kept(id + 7)->times[QP_CONTEXT_RUNNING - 1], 1000 + id + 7);
        assert_int_equal(kept(id + 8)->times[QP_CONTEXT_BLOCKED - 1], 2000 + id + 8);
        assert_int_equal(kept(id + 9)->migrations, 2);
    }
    assert_true(run_profile()->thread_count < 1 + 4 + 4 * QP_KEPT);
}
