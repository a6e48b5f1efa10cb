/* Virtual threads: stacks of their own, groups, parents, moves between system threads. */
#include "tests/support/run.h"
#include "tests/support/sums.h"

#include <stdint.h>

static int start_virtual(void)
{
    qprof_InitInfo info = {0, "-quiet -data-file=" RUN_FILE, NULL, 1};
    return qii.initialize_ex(&info);
}

static void define_some(void)
{
    define_with_lines(1, "main");
    define_with_lines(2, "work");
    define_with_lines(3, "deeper");
}

static void interleaved(void)
{
    int a, b; /* a client passes addresses */
    const VthreadID first = (VthreadID)&a, second = (VthreadID)&b;
    start_virtual();
    define_some();
    qii.record_fn_entry_vt(1, 1, first);
    qii.record_fn_entry_vt(1, 1, second);
    qii.record_fn_entry_vt(2, 2, first);
    qii.record_fn_entry_vt(3, 2, second);
    tell("%lu %lu", qii.current_method_id_vt(first), qii.current_method_id_vt(second));
    qii.record_fn_exit_vt(1, first);
    tell("%lu %lu", qii.current_method_id_vt(first), qii.current_method_id_vt(second));
    qii.record_fn_exit_vt(0, first);
    qii.record_fn_exit_vt(1, second);
    qii.record_fn_exit_vt(0, second);
    tell("%lu %lu", qii.current_method_id_vt(first), qii.current_method_id_vt(second));
    qii.shutdown_vt(first);
}

TEST(virtual_threads_have_stacks_of_their_own)
{
    run_client(interleaved);
    expect_told("2 3\n1 3\n0 0\n");
    expect_tree("main 2\n"
                "  work 1\n"
                "  deeper 1\n");
    expect_diagnostics("");
}

#define MANY 2500 /* of a table of 4,096 slots: most stand beside others */

/* Every third ends, in an order that has nothing to do with the one of their ids; the others must be found. */
static void come_and_go(void)
{
    unsigned lost = 0;
    start_virtual();
    define_some();
    for (int round = 0; round < 4; round++) {
        for (VthreadID id = 1; id <= MANY; id++) {
            if (qii.current_method_id_vt(id) == 0)
                qii.record_fn_entry_vt(1 + id % 3, 1, id);
        }
        for (VthreadID id = 1; id <= MANY; id++)
            lost += qii.current_method_id_vt(id) != 1 + id % 3;
        for (unsigned turn = 0; turn < MANY; turn += 3)
            qii.thread_destroy_vt(1 + (turn * 7919u + (unsigned)round) % MANY);
        unsigned found = 0;
        for (VthreadID id = 1; id <= MANY; id++)
            found += qii.current_method_id_vt(id) == 1 + id % 3;
        tell("%u lost, %u found", lost, found);
    }
    qii.shutdown();
}

TEST(virtual_threads_are_found_while_others_come_and_go)
{
    run_client(come_and_go);
    expect_told("0 lost, 1666 found\n"
                "0 lost, 1666 found\n"
                "0 lost, 1666 found\n"
                "0 lost, 1666 found\n");
    expect_diagnostics("");
}

static void met_late(void)
{
    start_virtual();
    define_some();
    qii.thread_create_vt(5, 5);
    qii.follow_fn_entry_vt(1, 10, 5);
    qii.follow_fn_entry_vt(2, 20, 5);
    qii.record_fn_entry_vt(3, 30, 5);
    tell("%lu", qii.current_method_id_vt(5));
    qii.record_fn_exit_vt(20, 5);
    tell("%lu", qii.current_method_id_vt(5));
    qii.record_fn_entry_vt(3, 30, 6);
    qii.follow_fn_entry_vt(0, 40, 6);
    qii.follow_fn_entry_vt(1, 0, 6);
    qii.shutdown();
}

TEST(frames_that_were_open_before_are_followed_without_a_call)
{
    run_client(met_late);
    expect_told("3\n2\n");
    expect_tree("main 0\n"
                "  work 0\n"
                "    deeper 1\n"
                "deeper 1\n");
    expect_kinds("bad-method-id 1\n"
                 "bad-stack-id 1\n");
}

static void groups(void)
{
    start_virtual();
    define_some();
    qii.record_fn_entry_vt(1, 1, 100);
    for (VthreadID id = 1; id <= 3; id++) {
        qii.thread_create_vt(id, id);
        qii.set_thread_name_vt("worker", id);
        qii.record_fn_entry_vt(2, 1, id);
        qii.record_fn_exit_vt(0, id);
        if (id < 3)
            qii.thread_destroy_vt(id);
        qii.current_method_id_vt(100);
    }
    qii.record_fn_exit_vt(0, 100);
    qii.shutdown();
}

TEST(virtual_threads_of_one_name_and_creation_place_share_a_group)
{
    run_client(groups);
    expect_tree("[group]\n"
                "main 1\n"
                "[group worker of main]\n"
                "work 3\n");
    expect_threads("thread\n"
                   "virtual 64 (group)\n"
                   "virtual 3 id=3 worker (group worker of main)\n"
                   "virtual 1 id=1 worker (group worker of main) ended\n"
                   "virtual 2 id=2 worker (group worker of main) ended\n");
    expect_diagnostics("");
}

static void renamed(void)
{
    start_virtual();
    define_some();
    qii.set_thread_name_vt("early", 5);
    qii.record_fn_entry_vt(1, 1, 5);
    qii.set_thread_name_vt("late", 5);
    for (int i = 0; i < 2; i++) {
        qii.record_fn_entry_vt(2, 2, 5);
        qii.record_fn_exit_vt(1, 5);
    }
    qii.record_fn_exit_vt(0, 5);
    qii.shutdown();
}

TEST(group_is_the_one_of_the_name_that_a_virtual_thread_has_by_then)
{
    run_client(renamed);
    expect_threads(run_is_qprof() ? "thread\n"
                                    "virtual 5 late (group late)\n"
                                    "virtual 5 late (group early)\n"
                                  : "thread\n"
                                    "virtual 5 late (group late)\n");
    expect_tree("[group early]\n"
                "main 1\n"
                "[group late]\n"
                "main 0\n"
                "  work 2\n");
    expect_diagnostics("");
}

static void renamed_from_elsewhere(void)
{
    start_virtual();
    define_some();
    qii.thread_create_vt(5, 5);
    qii.thread_create_vt(6, 6);
    for (VthreadID id = 5; id <= 6; id++) {
        qii.record_fn_entry_vt(1, 1, id);
        qii.record_fn_entry_vt(2, 2, id);
        qii.record_fn_exit_vt(1, id);
    }
    qii.vthread_suspend(6, QPROF_REASON_WAITING);
    qii.set_thread_name_vt("worker 5", 5);
    qii.set_thread_name_vt("worker 6", 6);
    for (VthreadID id = 5; id <= 6; id++) {
        qii.record_fn_entry_vt(2, 2, id);
        qii.record_fn_exit_vt(1, id);
        qii.set_thread_name_vt("worker 7", id); /* another number, the same group */
        qii.record_fn_entry_vt(2, 2, id);
        qii.record_fn_exit_vt(1, id);
    }
    qii.thread_destroy_vt(6);
    qii.shutdown();
}

TEST(group_of_a_virtual_thread_that_is_named_while_it_waits_is_another_when_it_goes_on)
{
    run_client(renamed_from_elsewhere);
    expect_tree("[group]\n"
                "main 2\n"
                "  work 2\n"
                "[group worker #]\n"
                "main 0\n"
                "  work 4\n");
    assert_non_null(strstr(run_threads(), "virtual 5 id=5 worker 7 (group worker #)\n"));
    assert_non_null(strstr(run_threads(), "virtual 6 id=6 worker 7 (group worker #) ended\n"));
    expect_diagnostics("");
}

static void reused(void)
{
    start_virtual();
    define_some();
    qii.thread_create_vt(11, 5);
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_fn_entry_vt(2, 2, 5);
    qii.thread_destroy_vt(5);
    tell("%lu", qii.current_method_id_vt(5));
    qii.thread_destroy_vt(5);
    qii.thread_create_vt(12, 5);
    qii.record_fn_entry_vt(3, 1, 5);
    qii.record_fn_exit_vt(0, 5);
    qii.thread_destroy_vt(5);
    qii.shutdown();
}

TEST(id_that_is_used_again_after_destroy_is_a_new_thread)
{
    run_client(reused);
    expect_told("0\n");
    expect_tree("main 1\n"
                "  work 1\n"
                "deeper 1\n");
    assert_non_null(strstr(run_threads(), "virtual 5 id=11 (group) ended\n"));
    assert_non_null(strstr(run_threads(), "virtual 5 id=12 (group) ended\n"));
    expect_diagnostics("");
}

static void destroy_unknown(void)
{
    start_virtual();
    qii.thread_destroy_vt(99);
    qii.vthread_suspend(99, QPROF_REASON_BLOCKED);
    qii.record_fn_entry_vt(1, 1, 5);
    qii.vthread_suspend(5, 17);
    qii.vthread_suspend(5, -1);
    qii.vthread_switch(99, QPROF_REASON_BLOCKED, 6); /* 6 runs all the same */
    qii.set_thread_name("runs");
    qii.vthread_switch(5, 17, 7);
    qii.shutdown();
}

TEST(destroy_or_suspend_of_an_unknown_virtual_thread_is_counted)
{
    run_client(destroy_unknown);
    expect_kinds("bad-vthread 3\n"
                 "bad-argument 3\n");
    assert_non_null(strstr(run_threads(), "virtual 6 runs"));
}

static void plain_calls(void)
{
    start_virtual();
    define_some();
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_bb_counts(0, 3);
    qii.set_thread_name("named");
    qii.record_monitor_acquired();
    qii.execute_byte_code(1, NULL, 8);
    qii.record_fn_entry_vt(qprof_GarbageCollector, 0, 5);
    qii.verify_fn_exit(qprof_GarbageCollector);
    qii.record_fn_exit_vt(0, 5);
    qii.shutdown();
}

TEST(calls_without_a_vt_form_act_on_the_virtual_thread_last_seen)
{
    run_client(plain_calls);
    expect_blocks("main 0:3 1:1\n");
    assert_non_null(strstr(run_threads(), "virtual 5 named"));
    expect_diagnostics("");
}

static void own_vt_forms(void)
{
    start_virtual();
    define_some();
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_fn_entry_vt(2, 1, 6);
    qii.record_bb_counts_vt(0, 3, 5);
    qii.record_bb_counts_vt(1, 4, 6);
    qii.record_fn_entry_vt(qprof_GarbageCollector, 0, 5);
    qii.current_method_id_vt(6);
    qii.verify_fn_exit_vt(qprof_GarbageCollector, 5);
    tell("%lu", qii.current_method_id_vt(5));
    qii.record_counts_vt(9, 6);
    qii.execute_byte_code_vt(1, NULL, 7, 5);
    qii.record_monitor_acquired_vt(6);
    qii.record_bb_vt(2, 5, 5);
    qii.record_monitor_released_vt(6);
    qii.record_monitor_released_vt(5);
    qii.shutdown();
}

TEST(vt_forms_name_their_virtual_thread)
{
    run_client(own_vt_forms);
    expect_told("1\n");
    expect_lines("main 15:3 16:1 19:5\n"
                 "work 15:0 16:4 19:0\n"
                 "deeper 15:0 16:0 19:0\n");
    assert_non_null(strstr(run_tree(), "work 1 cycles=9 acquired=1 released=1\n"));
    assert_non_null(strstr(run_tree(), "main 1 released=1\n"));
    expect_diagnostics("");
}

/* Virtual thread 5 runs elsewhere from now on. */
static void *take_five(void *data)
{
    (void)data;
    qii.record_fn_entry_vt(2, 2, 5);
    qii.record_bb_counts_vt(0, 7, 5);
    return NULL;
}

static void taken_by_another(void)
{
    start_virtual();
    define_some();
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_bb_counts(0, 3);
    qii.record_bb_counts(0, 3);
    on_a_thread(take_five, NULL);
    qii.record_bb_counts(0, 100);
    qii.record_monitor_acquired();
    qii.set_thread_name("the thread itself");
    qii.record_bb_counts_vt(0, 8, 5);
    qii.record_fn_exit_vt(1, 5);
    qii.record_bb_counts(0, 9);
    qii.shutdown();
}

TEST(calls_without_a_vt_form_leave_a_virtual_thread_alone_that_runs_elsewhere)
{
    run_client(taken_by_another);
    expect_blocks("main 0:15\n"
                  "work 0:15\n");
    assert_non_null(strstr(run_threads(), "thread the thread itself"));
    expect_kinds("empty-stack 2\n");
}

/* ---- wrong flavour -------------------------------------------------------------------------------------------- */

static void plain_in_virtual_mode(void)
{
    start_virtual();
    define_some();
    qii.record_fn_entry_vt(1, 1, 5);
    for (int i = 0; i < 3; i++) {
        qii.record_fn_entry(2, 2);
        tell("%lu", qii.current_method_id());
        qii.record_counts(1);
        qii.record_bb_time(0);
        qii.record_bb(0, 1);
        qii.record_fn_exit(1);
    }
    qii.thread_create(3);
    qii.thread_destroy(3);
    tell("%lu", qii.current_method_id_vt(5));
    qii.record_fn_exit_vt(0, 5);
    qii.register_method_id(77, "not an event", NULL, 0, NULL, NULL, 0);
    qii.shutdown();
}

TEST(plain_calls_with_virtual_threads_are_counted_once_each_and_work)
{
    run_client(plain_in_virtual_mode);
    expect_told("2\n2\n2\n1\n");
    assert_non_null(strstr(run_tree(), "work 3"));
    expect_kinds("wrong-flavour 8\n");
}

static void virtual_in_plain_mode(void)
{
    run_start("");
    define_some();
    qii.record_fn_entry(1, 1);
    for (VthreadID id = 1; id <= 3; id++) {
        qii.record_fn_entry_vt(2, 2, id);
        tell("%lu", qii.current_method_id_vt(id));
        qii.record_counts_vt(1, id);
        qii.record_bb_time_vt(0, id);
        qii.record_bb_vt(0, 1, id);
        qii.execute_byte_code_vt(2, NULL, 0, id);
        qii.record_monitor_acquired_vt(id);
        qii.record_monitor_released_vt(id);
        qii.record_fn_exit_vt(1, id);
    }
    qii.thread_create_vt(3, 3);
    qii.record_fn_exit(0);
    qii.thread_destroy_vt(3);
    qii.register_method_id_vt(9, "late", NULL, 0, NULL, NULL, 0, 3);
    qii.shutdown_vt(3);
}

TEST(virtual_calls_without_virtual_threads_are_counted_once_each_and_act_on_the_caller)
{
    run_client(virtual_in_plain_mode);
    expect_told("2\n2\n2\n");
    assert_non_null(strstr(run_tree(), "main 1\n  work 3"));
    expect_kinds("wrong-flavour 13\n");
}

static void virtual_zero_in_plain_mode(void)
{
    run_start("");
    define_some();
    qii.record_fn_entry(1, 1);
    qii.record_bb_counts(0, 1);
    for (int i = 0; i < 3; i++)
        qii.record_bb_counts_vt(0, 1, 0);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(virtual_counts_of_id_0_without_virtual_threads_are_of_the_wrong_flavour_too)
{
    run_client(virtual_zero_in_plain_mode);
    expect_blocks("main 0:4\n");
    expect_kinds("wrong-flavour 1\n");
}

static void wrong_in_two_runs(void)
{
    start_virtual();
    qii.record_fn_entry(1, 1);
    qii.shutdown();
    start_virtual();
    qii.record_fn_entry(1, 1);
    qii.record_fn_entry(1, 1);
    qii.shutdown();
}

TEST(wrong_flavour_is_counted_anew_in_each_run)
{
    run_client(wrong_in_two_runs);
    expect_kinds("wrong-flavour 1\n");
    run_look_at("run.1.qii");
    expect_kinds("wrong-flavour 1\n");
}

/* ---- moves ------------------------------------------------------------------------------------------------------ */

static void *go_on(void *argument)
{
    qii.record_fn_entry_vt(3, 3, 5);
    tell("%lu", qii.current_method_id_vt(5));
    qii.record_fn_exit_vt(2, 5);
    tell("%lu", qii.current_method_id_vt(5));
    qii.record_fn_exit_vt(1, 5);
    return argument;
}

static void moving(void)
{
    start_virtual();
    define_some();
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_fn_entry_vt(2, 2, 5);
    for (int i = 0; i < 3; i++) {
        on_a_thread(go_on, NULL);
        tell("%lu", qii.current_method_id_vt(5));
        qii.record_fn_entry_vt(2, 2, 5);
    }
    qii.record_fn_exit_vt(0, 5);
    qii.shutdown();
}

TEST(virtual_thread_may_continue_on_another_system_thread_after_any_call)
{
    run_client(moving);
    expect_told("3\n2\n1\n3\n2\n1\n3\n2\n1\n");
    expect_tree("[group]\n"
                "main 1\n"
                "  work 4\n"
                "[group]\n"
                "main 0\n"
                "  work 0\n"
                "    deeper 3\n");
    expect_kinds(""); /* exit 0 over two frames: an error that nobody caught */
}

static void churn(void)
{
    start_virtual();
    define_some();
    for (VthreadID id = 1; id <= 20000; id++) {
        qii.record_fn_entry_vt(1, 1, id * 4096);
        qii.record_fn_entry_vt(2, 2, id * 4096);
        if (id > 10)
            qii.thread_destroy_vt((id - 10) * 4096);
    }
    for (VthreadID id = 19991; id <= 20000; id++)
        tell("%lu", qii.current_method_id_vt(id * 4096));
    qii.shutdown();
}

TEST(virtual_threads_that_come_and_go_are_each_counted)
{
    run_client(churn);
    expect_told("2\n2\n2\n2\n2\n2\n2\n2\n2\n2\n");
    expect_tree("main 20000\n"
                "  work 20000\n");
    assert_int_equal(sums_created(run_profile(), 0), 20000);
    assert_int_equal(sums_ended(run_profile(), 0), 19990);
    expect_diagnostics("");
}

#define ENDED 20000

static uint32_t records_of_ended(void)
{
    const struct qp_profile *profile = run_profile();
    const enum qp_product product = run_is_qprof() ? QP_QPROF : QP_CPROF;
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->thread_count; i++) {
        if (!profile->threads[i].virtual_thread || !profile->threads[i].ended)
            continue;
        count++;
        assert_int_equal(profile->threads[i].product, product);
    }
    return count;
}

static void end_many(void)
{
    for (int run = 0; run < 2; run++) {
        start_virtual();
        define_some();
        for (VthreadID id = 1; id <= ENDED; id++) {
            qii.record_fn_entry_vt(1, 1, id);
            qii.thread_destroy_vt(id);
        }
        qii.shutdown();
    }
}

/* Those that had the most of something keep a record, of four things; the others only count. */
TEST(virtual_threads_that_end_are_all_counted_and_some_of_each_run_are_kept)
{
    run_client(end_many);
    for (int run = 0; run < 2; run++) {
        run_look_at(run == 0 ? "run.qii" : "run.1.qii");
        uint32_t records = records_of_ended();
        assert_true(records >= QP_KEPT && records <= QP_KEPT * QP_KEPT_LISTS);
        assert_int_equal(sums_ended(run_profile(), 0), ENDED);
        expect_diagnostics("");
    }
}

static void ended_unused(void)
{
    start_virtual();
    define_some();
    qii.thread_create_vt(7, 5);
    qii.set_thread_name_vt("unused", 5);
    qii.thread_destroy_vt(5);
    qii.record_fn_entry_vt(1, 1, 6);
    qii.record_fn_exit_vt(0, 6);
    qii.shutdown();
}

TEST(virtual_thread_that_ended_without_an_event_has_a_group_and_counts)
{
    run_client(ended_unused);
    expect_threads("thread\n"
                   "virtual 6 (group)\n"
                   "virtual 5 id=7 unused (group unused) ended\n");
    assert_int_equal(run_profile()->group_count, 2);
    for (uint32_t group = 0; group < 2; group++)
        assert_int_equal(sums_created(run_profile(), group), 1);
    assert_int_equal(sums_ended(run_profile(), 0) + sums_ended(run_profile(), 1), 1);
}

static void many_alive(void)
{
    start_virtual();
    define_some();
    for (VthreadID id = 1; id <= 20000; id++)
        qii.record_fn_entry_vt(1, id, id);
    for (VthreadID id = 1; id <= 20000; id++)
        qii.record_fn_entry_vt(2, id + 1, id);
    for (VthreadID id = 1; id <= 20000; id++)
        qii.record_fn_exit_vt(id, id);
    uint64_t on_top = 0;
    for (VthreadID id = 1; id <= 20000; id++)
        on_top += qii.current_method_id_vt(id) == 1;
    tell("%lu", (unsigned long)on_top);
    qii.shutdown();
}

TEST(virtual_threads_20000_at_once_keep_their_stacks)
{
    run_client(many_alive);
    expect_told("20000\n");
    expect_tree("main 20000\n"
                "  work 20000\n");
    expect_diagnostics("");
}

static void id_zero(void)
{
    start_virtual();
    define_some();
    qii.record_fn_entry_vt(1, 1, 0);
    qii.record_fn_entry_vt(2, 1, UINTPTR_MAX);
    tell("%lu %lu", qii.current_method_id_vt(0), qii.current_method_id_vt(UINTPTR_MAX));
    qii.shutdown_vt(0);
}

TEST(virtual_thread_ids_may_be_any_number)
{
    run_client(id_zero);
    expect_told("1 2\n");
    expect_diagnostics("");
}
