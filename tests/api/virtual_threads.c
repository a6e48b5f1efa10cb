/* Virtual threads: their stacks and ids, migrations between system threads, and large numbers of them. */
#include "tests/support/run.h"

#include <string.h>
#include "tests/support/sums.h"

#include <stdint.h>

static void interleaved(void)
{
    int a, b; /* many clients use addresses as ids */
    const VthreadID first = (VthreadID)&a, second = (VthreadID)&b;
    run_start_virtual("");
    define_some();
    qii.record_fn_entry_vt(1, 1, first);
    qii.record_fn_entry_vt(1, 1, second);
    qii.record_fn_entry_vt(2, 2, first);
    qii.record_fn_entry_vt(3, 2, second);
    report("%lu %lu", qii.current_method_id_vt(first), qii.current_method_id_vt(second));
    qii.record_fn_exit_vt(1, first);
    report("%lu %lu", qii.current_method_id_vt(first), qii.current_method_id_vt(second));
    qii.record_fn_exit_vt(0, first);
    qii.record_fn_exit_vt(1, second);
    qii.record_fn_exit_vt(0, second);
    report("%lu %lu", qii.current_method_id_vt(first), qii.current_method_id_vt(second));
    qii.shutdown_vt(first);
}

TEST(virtual_threads_have_stacks_of_their_own)
{
    run_client(interleaved);
    expect_messages("2 3\n1 3\n0 0\n");
    expect_tree("main 2\n"
                "  work 1\n"
                "  deeper 1\n");
    expect_diagnostics("");
}

#define MANY 2500 /* number of virtual threads; most of them collide in a table of 4,096 slots */

/* End every third virtual thread, in an order unrelated to the ids. All others must be found. */
static void come_and_go(void)
{
    unsigned lost = 0;
    run_start_virtual("");
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
        report("%u lost, %u found", lost, found);
    }
    qii.shutdown();
}

TEST(virtual_threads_are_found_while_others_come_and_go)
{
    run_client(come_and_go);
    expect_messages("0 lost, 1666 found\n"
                    "0 lost, 1666 found\n"
                    "0 lost, 1666 found\n"
                    "0 lost, 1666 found\n");
    expect_diagnostics("");
}

static void met_late(void)
{
    run_start_virtual("");
    define_some();
    qii.thread_create_vt(5, 5);
    qii.follow_fn_entry_vt(1, 10, 5);
    qii.follow_fn_entry_vt(2, 20, 5);
    qii.record_fn_entry_vt(3, 30, 5);
    report("%lu", qii.current_method_id_vt(5));
    qii.record_fn_exit_vt(20, 5);
    report("%lu", qii.current_method_id_vt(5));
    qii.record_fn_entry_vt(3, 30, 6);
    qii.follow_fn_entry_vt(0, 40, 6);
    qii.follow_fn_entry_vt(1, 0, 6);
    qii.shutdown();
}

TEST(frames_opened_before_the_run_are_followed_without_a_call)
{
    run_client(met_late);
    expect_messages("3\n2\n");
    expect_tree("main 0\n"
                "  work 0\n"
                "    deeper 1\n"
                "deeper 1\n");
    expect_kinds("bad-method-id 1\n"
                 "bad-stack-id 1\n");
}

static void reused(void)
{
    run_start_virtual("");
    define_some();
    qii.thread_create_vt(11, 5);
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_fn_entry_vt(2, 2, 5);
    qii.thread_destroy_vt(5);
    report("%lu", qii.current_method_id_vt(5));
    qii.thread_destroy_vt(5);
    qii.thread_create_vt(12, 5);
    qii.record_fn_entry_vt(3, 1, 5);
    qii.record_fn_exit_vt(0, 5);
    qii.thread_destroy_vt(5);
    qii.shutdown();
}

TEST(id_reused_after_destroy_is_a_new_thread)
{
    run_client(reused);
    expect_messages("0\n");
    expect_tree("main 1\n"
                "  work 1\n"
                "deeper 1\n");
    assert_non_null(strstr(run_threads(), "virtual 5 id=11 (group) ended\n"));
    assert_non_null(strstr(run_threads(), "virtual 5 id=12 (group) ended\n"));
    expect_diagnostics("");
}

static void destroy_unknown(void)
{
    run_start_virtual("");
    qii.thread_destroy_vt(99);
    qii.vthread_suspend(99, QPROF_REASON_BLOCKED);
    qii.record_fn_entry_vt(1, 1, 5);
    qii.vthread_suspend(5, 17);
    qii.vthread_suspend(5, -1);
    qii.vthread_switch(99, QPROF_REASON_BLOCKED, 6); /* 6 is still running */
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

static void *go_on(void *argument)
{
    qii.record_fn_entry_vt(3, 3, 5);
    report("%lu", qii.current_method_id_vt(5));
    qii.record_fn_exit_vt(2, 5);
    report("%lu", qii.current_method_id_vt(5));
    qii.record_fn_exit_vt(1, 5);
    return argument;
}

static void moving(void)
{
    run_start_virtual("");
    define_some();
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_fn_entry_vt(2, 2, 5);
    for (int i = 0; i < 3; i++) {
        on_a_thread(go_on, NULL);
        report("%lu", qii.current_method_id_vt(5));
        qii.record_fn_entry_vt(2, 2, 5);
    }
    qii.record_fn_exit_vt(0, 5);
    qii.shutdown();
}

TEST(virtual_thread_may_continue_on_another_system_thread_after_any_call)
{
    run_client(moving);
    expect_messages("3\n2\n1\n3\n2\n1\n3\n2\n1\n");
    expect_tree("[group]\n"
                "main 1\n"
                "  work 4\n"
                "[group]\n"
                "main 0\n"
                "  work 0\n"
                "    deeper 3\n");
    expect_kinds(""); /* an exit to 0 that pops two frames is no misuse, because an uncaught error causes it */
}

static void churn(void)
{
    run_start_virtual("");
    define_some();
    for (VthreadID id = 1; id <= 20000; id++) {
        qii.record_fn_entry_vt(1, 1, id * 4096);
        qii.record_fn_entry_vt(2, 2, id * 4096);
        if (id > 10)
            qii.thread_destroy_vt((id - 10) * 4096);
    }
    for (VthreadID id = 19991; id <= 20000; id++)
        report("%lu", qii.current_method_id_vt(id * 4096));
    qii.shutdown();
}

TEST(each_of_many_short_virtual_threads_is_counted)
{
    run_client(churn);
    expect_messages("2\n2\n2\n2\n2\n2\n2\n2\n2\n2\n");
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
        run_start_virtual("");
        define_some();
        for (VthreadID id = 1; id <= ENDED; id++) {
            qii.record_fn_entry_vt(1, 1, id);
            qii.thread_destroy_vt(id);
        }
        qii.shutdown();
    }
}

/* A virtual thread keeps a record only if it has one of the highest values of at least one of four measures. The
 * others are only counted. */
TEST(all_ended_virtual_threads_are_counted_and_some_of_each_run_are_kept)
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

static void many_alive(void)
{
    run_start_virtual("");
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
    report("%lu", (unsigned long)on_top);
    qii.shutdown();
}

TEST(stacks_of_20000_concurrent_virtual_threads_are_kept)
{
    run_client(many_alive);
    expect_messages("20000\n");
    expect_tree("main 20000\n"
                "  work 20000\n");
    expect_diagnostics("");
}

static void id_zero(void)
{
    run_start_virtual("");
    define_some();
    qii.record_fn_entry_vt(1, 1, 0);
    qii.record_fn_entry_vt(2, 1, UINTPTR_MAX);
    report("%lu %lu", qii.current_method_id_vt(0), qii.current_method_id_vt(UINTPTR_MAX));
    qii.shutdown_vt(0);
}

TEST(virtual_thread_ids_may_be_any_number)
{
    run_client(id_zero);
    expect_messages("1 2\n");
    expect_diagnostics("");
}

static void flagged_while_open(void)
{
    run_start_virtual("");
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_fn_entry_vt(2, 2, 5);
    qii.register_method_id_vt(1, "read", NULL, QPROF_METHOD_FLAGS_BLOCKS, NULL, NULL, 0, 5);
    qii.new_phase();
    qii.record_fn_entry_vt(3, 3, 5);
    qii.record_fn_exit_vt(2, 5);
    qii.record_fn_exit_vt(1, 5);
    qii.record_fn_entry_vt(4, 4, 5);
    qii.record_fn_exit_vt(1, 5);
    qii.shutdown();
}

/* In the new phase the time of "read" counts as blocked, both in the tree and in the virtual thread's times. */
TEST(method_registered_as_blocking_while_it_is_open_blocks_from_the_next_phase_on)
{
    run_client(flagged_while_open);
    expect_kinds("");
    assert_non_null(strstr(run_tree(), "read"));
}
