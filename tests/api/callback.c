/* The callback for methods that are not registered. */
#include "tests/support/run.h"

#include <pthread.h>
#include <stdatomic.h>

static void name_it(qprof_MethodID method)
{
    report("asked %lu", method);
    define_with_lines(method, "named late");
}

static void ask(void)
{
    run_start_with_callback("", name_it);
    define(1, "main");
    qii.record_fn_entry(1, 1);
    for (int i = 0; i < 3; i++) {
        qii.record_fn_entry(2, 2);
        qii.record_bb_counts(1, 1);
        qii.record_fn_exit(1);
    }
    qii.record_fn_entry(qprof_GarbageCollector, 0);
    qii.verify_fn_exit(qprof_GarbageCollector);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(callback_is_called_once_for_an_unknown_method_and_may_register_it)
{
    run_client(ask);
    expect_messages("asked 2\n");
    assert_non_null(strstr(run_tree(), "main 1\n  named late 3\n"));
    expect_blocks("named late 1:3\n");
    expect_diagnostics("");
}

static void name_by_user(qprof_MethodID method, void *user)
{
    report("asked %s %lu", (const char *)user, method);
    define(method, user);
}

static void ask_with_user(void)
{
    static char first[] = "first", second[] = "second";
    report("%d", qii.set_method_callback(name_by_user, first));
    run_start_with_callback("", name_it);
    qii.record_fn_entry(1, 1);
    qii.record_fn_entry(1, 2);
    qii.set_method_callback(name_by_user, second);
    qii.record_fn_entry(2, 3);
    qii.shutdown();
    run_start_with_callback("", name_it);
    qii.record_fn_entry(3, 1);
    qii.set_method_callback(NULL, NULL);
    qii.record_fn_entry(4, 2);
    qii.shutdown();
}

TEST(callback_with_a_user_pointer_replaces_the_one_of_initialize)
{
    run_client(ask_with_user);
    expect_messages("0\nasked first 1\nasked second 2\nasked second 3\nasked 4\n");
    expect_tree("first 1\n"
                "  first 1\n"
                "    second 1\n");
    run_look_at("run.1.qii");
    expect_tree("second 1\n"
                "  named late 1\n");
}

static void register_nothing(qprof_MethodID method)
{
    report("asked %lu", method);
}

static void do_not_answer(void)
{
    run_start_with_callback("", register_nothing);
    for (int i = 0; i < 3; i++) {
        qii.record_fn_entry(17, 2);
        qii.record_fn_exit(0);
    }
    qii.shutdown();
    run_start_with_callback("", register_nothing);
    qii.record_fn_entry(17, 2);
    qii.record_fn_entry(18, 3);
    qii.shutdown();
}

TEST(callback_is_called_once_in_the_life_of_the_process)
{
    run_client(do_not_answer);
    expect_messages("asked 17\nasked 18\n");
    expect_tree("0x11 3\n");
    run_look_at("run.1.qii");
    expect_tree("0x11 1\n"
                "  0x12 1\n");
    expect_diagnostics("");
}

static void register_later(void)
{
    run_start_with_callback("", register_nothing);
    qii.record_fn_entry(17, 2);
    qii.record_fn_exit(0);
    define_with_lines(17, "after all");
    qii.record_fn_entry(17, 2);
    qii.record_bb_counts(0, 1);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(method_may_be_registered_after_the_callback_registered_nothing)
{
    run_client(register_later);
    expect_tree("after all 2\n");
    expect_blocks("after all 0:1\n");
}

static void report_events(qprof_MethodID method)
{
    report("%lu", qii.current_method_id());
    qii.record_fn_entry(50, 1000);
    qii.record_fn_entry(51, 1001); /* the callback does not leave this frame, so the library closes it */
    report("%lu", qii.current_method_id());
    define(method, "found");
}

static void events_inside(void)
{
    run_start_with_callback("", report_events);
    define(1, "main");
    define(50, "loader");
    define(51, "reader");
    qii.record_fn_entry(1, 1);
    qii.record_fn_entry(2, 2);
    report("%lu", qii.current_method_id());
    qii.record_fn_exit(1);
    report("%lu", qii.current_method_id());
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(callback_may_record_events)
{
    run_client(events_inside);
    expect_messages("1\n51\n2\n1\n");
    expect_tree("main 1\n"
                "  loader 1\n"
                "    reader 1\n"
                "  found 1\n");
    expect_diagnostics("");
}

static void ask_again(qprof_MethodID method)
{
    report("asked %lu", method);
    if (method < 6) {
        qii.record_fn_entry(method + 1, 100 + method);
        qii.record_fn_exit(1);
    }
    define(method, "nested");
}

static void nested(void)
{
    run_start_with_callback("", ask_again);
    define(1, "main");
    qii.record_fn_entry(1, 1);
    qii.record_fn_entry(2, 2);
    report("%lu", qii.current_method_id());
    qii.record_fn_exit(1);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(callback_may_be_called_within_itself)
{
    run_client(nested);
    expect_messages("asked 2\nasked 3\nasked 4\nasked 5\nasked 6\n2\n");
    expect_diagnostics("");
}

static void end_it(qprof_MethodID method)
{
    report("asked %lu", method);
    qii.shutdown();
}

static void shutdown_inside(void)
{
    run_start_with_callback("", end_it);
    define(1, "main");
    qii.record_fn_entry(1, 1);
    qii.record_fn_entry(2, 2);
    report("%d %lu", qii.is_running(), qii.current_method_id());
    qii.record_fn_exit(1);
    run_start("");
    qii.record_fn_entry(2, 2);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(callback_may_end_the_run)
{
    run_client(shutdown_inside);
    expect_messages("asked 2\n0 0\n");
    expect_tree("main 1\n");
    run_look_at("run.1.qii");
    expect_tree("0x2 1\n");
    expect_diagnostics("");
}

static void begin_anew(qprof_MethodID method)
{
    report("asked %lu", method);
    qii.shutdown();
    report("%d", run_start("") > 0);
}

static void restart_inside(void)
{
    run_start_with_callback("", begin_anew);
    define(1, "main");
    qii.record_fn_entry(1, 1);
    qii.record_fn_entry(2, 2);
    report("%lu", qii.current_method_id());
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(callback_may_begin_another_run)
{
    run_client(restart_inside);
    expect_messages("asked 2\n1\n2\n");
    expect_tree("main 1\n");
    run_look_at("run.1.qii");
    expect_tree("0x2 1\n");
}

/* ---- the callback and other threads --------------------------------------------------------------------------- */

static atomic_int inside, others_done;

static void *same_method_elsewhere(void *argument)
{
    while (!atomic_load(&inside))
        ;
    qii.record_fn_entry(2, 1); /* method 2 is not registered yet; this event must neither call the callback again nor
                                * wait for its end */
    qii.record_fn_exit(0);
    define(3, "other");
    qii.record_fn_entry(3, 1);
    qii.record_fn_exit(0);
    atomic_store(&others_done, 1);
    return argument;
}

static void wait_for_others(qprof_MethodID method)
{
    atomic_store(&inside, 1);
    while (!atomic_load(&others_done))
        ;
    define(method, "slow");
}

static void with_others(void)
{
    pthread_t thread;
    run_start_with_callback("", wait_for_others);
    pthread_create(&thread, NULL, same_method_elsewhere, NULL);
    qii.record_fn_entry(2, 1);
    qii.record_fn_exit(0);
    pthread_join(thread, NULL);
    qii.shutdown();
}

/* If another thread had to wait for the callback, this test would hang: the callback waits until the other thread has
 * recorded events and registered a method. */
TEST(other_threads_do_not_wait_for_the_callback)
{
    run_client(with_others);
    expect_tree("[thread]\n"
                "slow 1\n"
                "[thread]\n"
                "slow 1\n"
                "other 1\n");
    expect_diagnostics("");
}

static void name_in_virtual(qprof_MethodID method)
{
    report("asked %lu", method);
    qii.register_method_id_vt(method, "named", NULL, 0, NULL, NULL, 0, 6);
    qii.record_fn_entry_vt(1, 1, 6); /* an event of another virtual thread */
}

static void virtual_threads(void)
{
    qprof_InitInfo info = {0, "-quiet -data-file=" RUN_FILE, name_in_virtual, 1};
    qii.initialize_ex(&info);
    define(1, "main");
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_fn_entry_vt(2, 2, 5);
    report("%lu %lu", qii.current_method_id_vt(5), qii.current_method_id_vt(6));
    qii.record_fn_exit_vt(0, 6);
    qii.record_fn_exit_vt(1, 5);
    qii.record_fn_exit_vt(0, 5);
    qii.shutdown_vt(5);
}

TEST(callback_works_with_virtual_threads)
{
    run_client(virtual_threads);
    expect_messages("asked 2\n2 1\n");
    expect_tree("main 2\n"
                "  named 1\n");
    expect_diagnostics("");
}
