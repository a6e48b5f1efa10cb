/* The plain form and the _vt form of each call: the thread on which each form acts. A call of the wrong form works,
 * but is counted as misuse. */
#include "tests/support/run.h"

/* ---- calls of the right form ---------------------------------------------------------------------------------- */

static void plain_calls(void)
{
    run_start_virtual("");
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
    run_start_virtual("");
    define_some();
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_fn_entry_vt(2, 1, 6);
    qii.record_bb_counts_vt(0, 3, 5);
    qii.record_bb_counts_vt(1, 4, 6);
    qii.record_fn_entry_vt(qprof_GarbageCollector, 0, 5);
    qii.current_method_id_vt(6);
    qii.verify_fn_exit_vt(qprof_GarbageCollector, 5);
    report("%lu", qii.current_method_id_vt(5));
    qii.record_counts_vt(9, 6);
    qii.execute_byte_code_vt(1, NULL, 7, 5);
    qii.record_monitor_acquired_vt(6);
    qii.record_bb_vt(2, 5, 5);
    qii.record_monitor_released_vt(6);
    qii.record_monitor_released_vt(5);
    qii.shutdown();
}

TEST(vt_forms_act_on_their_virtual_thread)
{
    run_client(own_vt_forms);
    expect_messages("1\n");
    expect_lines("main 15:3 16:1 19:5\n"
                 "work 15:0 16:4 19:0\n"
                 "deeper 15:0 16:0 19:0\n");
    assert_non_null(strstr(run_tree(), "work 1 cycles=9 acquired=1 released=1\n"));
    assert_non_null(strstr(run_tree(), "main 1 released=1\n"));
    expect_diagnostics("");
}

/* Run virtual thread 5 on another system thread from now on. */
static void *take_five(void *data)
{
    (void)data;
    qii.record_fn_entry_vt(2, 2, 5);
    qii.record_bb_counts_vt(0, 7, 5);
    return NULL;
}

static void taken_by_another(void)
{
    run_start_virtual("");
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

TEST(calls_without_a_vt_form_ignore_a_virtual_thread_that_runs_elsewhere)
{
    run_client(taken_by_another);
    expect_blocks("main 0:15\n"
                  "work 0:15\n");
    assert_non_null(strstr(run_threads(), "thread the thread itself"));
    expect_kinds("empty-stack 2\n");
}

/* ---- calls of the wrong form ---------------------------------------------------------------------------------- */

static void plain_in_virtual_mode(void)
{
    run_start_virtual("");
    define_some();
    qii.record_fn_entry_vt(1, 1, 5);
    for (int i = 0; i < 3; i++) {
        qii.record_fn_entry(2, 2);
        report("%lu", qii.current_method_id());
        qii.record_counts(1);
        qii.record_bb_time(0);
        qii.record_bb(0, 1);
        qii.record_fn_exit(1);
    }
    qii.thread_create(3);
    qii.thread_destroy(3);
    report("%lu", qii.current_method_id_vt(5));
    qii.record_fn_exit_vt(0, 5);
    qii.register_method_id(77, "not an event", NULL, 0, NULL, NULL, 0);
    qii.shutdown();
}

TEST(plain_calls_with_virtual_threads_are_counted_once_each_and_work)
{
    run_client(plain_in_virtual_mode);
    expect_messages("2\n2\n2\n1\n");
    assert_non_null(strstr(run_tree(), "work 3"));
    expect_kinds("wrong-flavour 7\n");
}

static void virtual_in_plain_mode(void)
{
    run_start("");
    define_some();
    qii.record_fn_entry(1, 1);
    for (VthreadID id = 1; id <= 3; id++) {
        qii.record_fn_entry_vt(2, 2, id);
        report("%lu", qii.current_method_id_vt(id));
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
    expect_messages("2\n2\n2\n");
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
    run_start_virtual("");
    qii.record_fn_entry(1, 1);
    qii.shutdown();
    run_start_virtual("");
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
