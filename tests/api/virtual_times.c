/* Exact times of virtual threads, with a clock that stands still until the test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/stage.h"
#include "tests/support/sums.h"
#include "tests/support/two_threads.h"

static void taking_turns(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.record_fn_entry_vt(2, 1, B); /* A ran until now */
    clock_at(13);
    qii.record_fn_exit_vt(1, A); /* B ran until now; this exit leaves no frame */
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
    assert_int_equal(run_of(A), 18); /* A was last seen running at 21 */
    assert_int_equal(run_of(B), 3);
}

static void renamed(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.set_thread_name_vt("late", A);
    clock_at(14);
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    clock_at(30);
    qii.set_thread_name_vt("later", A);
    clock_at(33);
    qii.vthread_resume(A);
    clock_at(35);
    qii.record_fn_entry_vt(2, 2, A);
    clock_at(36);
    qii.record_fn_exit_vt(1, A);
    qii.record_fn_exit_vt(0, A);
    qii.thread_destroy_vt(A);
    qii.shutdown();
}

TEST(renamed_virtual_thread_has_its_time_until_then_in_its_old_group)
{
    run_client(renamed);
    expect_times("[thread] scheduler=19\n"
                 "[group A]\n"
                 "a 1 self=10 total=10\n"
                 "[group late]\n"
                 "a 0 self=4 total=4 waiting=19\n"
                 "[group later]\n"
                 "a 0 self=2 total=3\n"
                 "  b 1 self=1 total=1\n");
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

TEST(shortest_and_longest_call_of_a_virtual_thread_contain_what_its_total_time_contains)
{
    run_client(shortest_and_longest);
    expect_times("[thread] scheduler=8\n"
                 "[group A]\n"
                 "a 1 self=12 total=12 runnable=18 blocked=30 measured=1 minimum=60 maximum=60\n"
                 "[group B] runnable=10\n"
                 "b 1 self=40 total=40 runnable=10 measured=1 minimum=50 maximum=50\n");
}

/* Let A enter method a, which has lines, and run for 10 ticks. */
static void start_in_a(void)
{
    start("");
    define_with_lines(1, "a");
    define(2, "callee");
    define(3, "b");
    name_both();
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
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
    start_in_a();
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    clock_at(20);
    on_a_thread(elsewhere, NULL);
    clock_at(40);
    qii.vthread_resume(A);
    clock_at(44);
    report("%lu", qii.current_method_id_vt(A));
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(migrating_virtual_thread_keeps_its_stack_and_its_times)
{
    run_client(migrates);
    expect_messages("1\n1\n");
    /* There is one root per carrier and group. On the first carrier, method a has 10 + 4 ticks. On the second
     * carrier, it has 5 ticks, and its callee has 10. */
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
    start_in_a();
    qii.record_bb_counts_vt(0, 1, A);
    clock_at(20);
    on_a_thread(elsewhere, NULL);
    clock_at(40);
    qii.record_fn_entry_vt(3, 1, B);
    clock_at(45);
    qii.record_fn_exit_vt(0, B);
    qii.shutdown();
}

/* record_counts reads no clock, so A's last event with a tick was its entry at 0. Later time of the first carrier is
 * not charged to A, since A ran on another one. */
TEST(virtual_thread_that_runs_elsewhere_is_not_charged_on_its_old_carrier)
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

/* Start, and define one method that blocks and one that does not. */
static void start_with_read(void)
{
    start("");
    qii.register_method_id_vt(1, "read", NULL, QPROF_METHOD_FLAGS_BLOCKS, NULL, NULL, 0, A);
    define(2, "b");
    name_both();
}

/* Run another virtual thread while A is in a method that blocks. The client reports no suspension of A, but the
 * switch counts as a suspension. */
static void another_runs_while_it_blocks(void)
{
    start_with_read();
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(50);
    qii.record_fn_exit_vt(0, B);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

TEST(method_that_blocks_is_blocked_while_another_virtual_thread_runs)
{
    run_client(another_runs_while_it_blocks);
    expect_times("[thread] scheduler=10\n"
                 "[group A]\n"
                 "read 1 self=0 total=0 blocked=50\n"
                 "[group B] runnable=10\n"
                 "b 1 self=40 total=40\n");
}

/* Block in "read", count cycles there, and let the clock advance by 10 ticks at each reading. */
static void block_and_count_cycles(void)
{
    start_with_read();
    qii.record_fn_entry_vt(1, 1, A);
    qii.record_counts_vt(1000, A);
    clock_moves_by(10);
}

static void go_on_and_end(void)
{
    qii.record_fn_entry_vt(2, 2, A);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

static void renamed_while_it_blocks(void)
{
    block_and_count_cycles();
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    qii.set_thread_name_vt("late", A);
    go_on_and_end();
}

static void phase_while_it_blocks(void)
{
    block_and_count_cycles();
    qii.new_phase();
    go_on_and_end();
}

TEST(cycles_of_a_blocking_method_do_not_move_to_the_joined_group)
{
    run_client(renamed_while_it_blocks);
    stage_assert_valid("run.qii", run_profile());
}

TEST(cycles_of_a_blocking_method_do_not_move_to_the_next_phase)
{
    run_client(phase_while_it_blocks);
    stage_assert_valid("run.qii", run_profile());
}

static void enter_read(qprof_MethodID method, void *user)
{
    (void)user;
    define(method, "asked");
    qii.record_fn_entry_vt(1, 2, A);
}

static void callback_leaves_a_frame(void)
{
    start_with_read();
    qii.set_method_callback(enter_read, NULL);
    qii.record_fn_entry_vt(2, 1, A);
    clock_moves_by(10);
    qii.record_fn_entry_vt(3, 2, A);
    clock_moves_by(0);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown();
}

/* The frame that the callback entered does not become the caller of the unknown method. The time after the callback
 * is charged to the method that called the unknown method. */
TEST(method_that_a_callback_enters_and_does_not_leave_blocks_no_longer_than_the_callback)
{
    run_client(callback_leaves_a_frame);
    expect_times("b 1 self=10 total=20\n"
                 "  read 1 self=0 total=0\n"
                 "  asked 1 self=10 total=10\n");
}

/* ---- the recorder's time ----------------------------------------------------------------------------------- */

/* Create, name, resume and end a virtual thread while the clock advances by 10 ticks at each reading. The comments are
 * the ticks at which each event reads the clock. */
static void lives_of_one(void)
{
    start_with_both("");
    qii.vthread_resume(A);
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(100);
    clock_moves_by(10);
    qii.thread_create_vt(7, 7);                     /* 100, 110 */
    qii.set_thread_name_vt("gen", 7);               /* 120, 130 */
    qii.vthread_switch(A, QPROF_REASON_RESUMES, 7); /* 140, 150 */
    qii.record_fn_entry_vt(2, 1, 7);                /* 160 */
    qii.record_fn_exit_vt(0, 7);                    /* 170 */
    qii.vthread_switch(7, QPROF_REASON_WAITING, A); /* 180 */
    qii.thread_destroy_vt(7);                       /* 190, 200 */
    clock_moves_by(0);
    clock_at(300);
    qii.record_fn_exit_vt(0, A);
    qii.shutdown_vt(A);
}

static uint64_t announced_by(uint64_t method)
{
    const struct qp_profile *profile = run_profile();
    uint64_t announced = 0;
    for (uint32_t i = 0; i < profile->extra_count; i++) {
        uint32_t of = profile->nodes[profile->extras[i].node].method;
        announced += of != QP_NONE && profile->methods[of].recorded_id == method ? profile->extras[i].announced : 0;
    }
    return announced;
}

TEST(creating_naming_resuming_and_ending_a_virtual_thread_is_the_recorders_time)
{
    run_client(lives_of_one);
    expect_times("[group A]\n"
                 "a 1 self=230 total=230 blocked=40\n"
                 "[group gen of a] outside=20 runnable=50 waiting=10\n"
                 "b 1 self=10 total=10\n");
    assert_int_equal(sums_ledger(run_profile(), 0, QP_QPROF).recorder, 40);
    assert_int_equal(announced_by(1),
                     4); /* each of these events has overhead outside of its two readings of the clock */
    assert_int_equal(time_of(A, QP_CONTEXT_RECORDER),
                     30); /* the other 10 ticks are overhead of the switch, during which A was already blocked */
}
