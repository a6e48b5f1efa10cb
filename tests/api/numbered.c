/* Frames without stack ids: enter_method and leave_method pass only the method, and the library numbers the frames. */
#include "tests/support/run.h"

#include "format/diagnostic.h"

#include <sys/wait.h>
#include <unistd.h>

/* Start a run. In virtual thread mode, resume a virtual thread, on which the events then act. */
static void start(const char *options)
{
    run_start(options);
    define_some();
    if (run_is_virtual())
        qii.vthread_resume(run_vthread);
}

static void calls(void)
{
    start("");
    qii.enter_method(1);
    for (int i = 0; i < 1000; i++) {
        qii.enter_method(2);
        qii.record_bb_counts(1, 1);
        qii.enter_method(3);
        qii.leave_method(3);
        qii.leave_method(2);
    }
    qii.enter_method(3);
    report("%lu", current_method());
    qii.leave_method(3);
    qii.leave_method(1);
    report("%lu", current_method());
    end_run();
}

TEST(calls_make_a_tree)
{
    run_client(calls);
    expect_tree("main 1\n"
                "  work 1000\n"
                "    deeper 1000\n"
                "  deeper 1\n");
    expect_blocks("work 1:1000\n");
    expect_messages("3\n0\n");
    expect_diagnostics("");
}

static void recursion(void)
{
    start("");
    qii.enter_method(1);
    for (int i = 0; i < 4; i++)
        qii.enter_method(2);
    qii.leave_method(2);
    qii.enter_method(3);
    qii.leave_method(3);
    for (int i = 0; i < 3; i++)
        qii.leave_method(2);
    qii.enter_method(3);
    qii.leave_method(3);
    qii.leave_method(1);
    end_run();
}

TEST(leave_ends_the_newest_frame_of_a_method_that_recurses)
{
    run_client(recursion);
    expect_tree("main 1\n"
                "  work 1\n"
                "    work 1\n"
                "      work 1\n"
                "        work 1\n"
                "        deeper 1\n"
                "  deeper 1\n");
    expect_diagnostics("");
}

/* Generators of methods 2 and 3, each called once and resumed several times, also when another method calls them. */
static void generators(void)
{
    start("");
    qii.enter_method(1);
    for (int method = 2; method <= 3; method++) {
        qii.enter_method(method);
        qii.leave_method(method);
    }
    for (int i = 0; i < 100; i++) {
        qii.follow_method(2);
        qii.follow_method(3);
        qii.leave_method(3);
        qii.leave_method(2);
        qii.follow_method(3);
        qii.leave_method(3);
    }
    qii.follow_method(2);
    qii.record_bb_counts(1, 1);
    report("%lu", current_method());
    qii.leave_method(2);
    qii.leave_method(1);
    end_run();
}

TEST(follow_counts_no_call)
{
    run_client(generators);
    expect_tree("main 1\n"
                "  work 1\n"
                "    deeper 0\n"
                "  deeper 1\n");
    expect_blocks("work 1:1\n");
    expect_messages("2\n");
    expect_diagnostics("");
}

static void followed_badly(void)
{
    start("");
    qii.follow_method(0);
    qii.follow_method(1);
    qii.leave_method(2);
    qii.leave_method(1);
    end_run();
}

TEST(follow_counts_misuse)
{
    run_client(followed_badly);
    expect_tree("main 0\n");
    expect_diagnostics("bad-method-id 1 qprof_follow_method(0)\n"
                       "wrong-method 1 qprof_leave_method(0x2)\n");
}

static void error(void)
{
    start("");
    qii.enter_method(1);
    qii.enter_method(2);
    qii.enter_method(3);
    qii.enter_method(3);
    qii.leave_method(2);
    report("%lu", current_method());
    qii.leave_method(1);
    report("%lu", current_method());
    end_run();
}

TEST(leave_ends_the_frames_above_its_frame)
{
    run_client(error);
    expect_messages("1\n0\n");
    expect_diagnostics("");
}

static void caught(void)
{
    start("");
    qii.enter_method(1);
    for (int i = 0; i < 3; i++) {
        qii.enter_method(2);
        qii.enter_method(3);
        qii.return_to_method(1);
    }
    report("%lu", current_method());
    qii.return_to_method(1);
    qii.enter_method(3);
    qii.enter_method(3);
    qii.return_to_method(3);
    qii.leave_method(3);
    report("%lu", current_method());
    qii.return_to_method(2);
    report("%lu", current_method());
    qii.leave_method(3);
    qii.leave_method(1);
    qii.return_to_method(1);
    end_run();
}

TEST(return_to_ends_the_frames_above_the_newest_frame_of_a_method)
{
    run_client(caught);
    expect_messages("1\n3\n3\n");
    expect_tree("main 1\n"
                "  work 3\n"
                "    deeper 3\n"
                "  deeper 1\n"
                "    deeper 1\n");
    expect_kinds("empty-stack 1\n"
                 "wrong-method 1\n");
}

static void nothing_to_leave(void)
{
    start("");
    qii.leave_method(1);
    qii.enter_method(1);
    qii.leave_method(2);
    qii.leave_method(0);
    report("%lu", current_method());
    qii.enter_method(0);
    qii.leave_method(1);
    end_run();
}

TEST(leave_of_a_method_without_a_frame_is_counted_and_does_nothing)
{
    run_client(nothing_to_leave);
    expect_messages("1\n");
    expect_tree("main 1\n");
    expect_kinds("bad-method-id 1\n"
                 "empty-stack 1\n"
                 "wrong-method 2\n");
}

static void open_frames(void)
{
    qprof_MethodID methods[4] = {0};
    start("");
    report("%d", qii.open_methods(NULL, 0));
    qii.enter_method(1);
    enter(2, 1000);
    for (int i = 0; i < 3; i++)
        qii.enter_method(3);
    report("%d", qii.open_methods(NULL, 0));
    int count = qii.open_methods(methods, 3);
    report("%d %lu %lu %lu %lu", count, methods[0], methods[1], methods[2], methods[3]);
    qii.leave_method(1);
    report("%d", qii.open_methods(methods, 4));
    end_run();
    report("%d", qii.open_methods(methods, 4));
}

TEST(open_methods_are_outermost_first)
{
    run_client(open_frames);
    expect_messages("0\n5\n5 1 2 3 0\n0\n0\n");
    expect_diagnostics("");
}

static void with_stack_ids(void)
{
    start("");
    qii.enter_method(1);
    enter(2, 1000);
    qii.enter_method(3);
    qii.leave_method(3);
    enter(3, 1001);
    leave(1000);
    qii.enter_method(3);
    leave(1000);
    report("%lu", current_method());
    qii.leave_method(2);
    qii.leave_method(1);
    end_run();
}

TEST(frames_with_stack_ids_may_be_mixed_in)
{
    run_client(with_stack_ids);
    expect_messages("2\n");
    expect_tree("main 1\n"
                "  work 1\n"
                "    deeper 3\n");
    expect_diagnostics("");
}

/* Add frames whose stack ids are depths, as in many clients. These ids must not match the library's own numbers. */
static void with_depths(void)
{
    start("");
    qii.enter_method(1);
    enter(2, 1);
    qii.enter_method(3);
    enter(2, 2);
    leave(1);
    report("%lu", current_method());
    qii.leave_method(2);
    report("%lu", current_method());
    qii.leave_method(1);
    end_run();
}

TEST(small_stack_ids_match_no_numbered_frame)
{
    run_client(with_depths);
    expect_messages("2\n1\n");
    expect_tree("main 1\n"
                "  work 1\n"
                "    deeper 1\n"
                "      work 1\n");
    expect_diagnostics("");
}

static void waits(void)
{
    start("");
    qii.register_method_id(4, "wait", NULL, QPROF_METHOD_FLAGS_WAITS, NULL, NULL, 0);
    qii.enter_method(1);
    for (int i = 0; i < 3; i++) {
        qii.enter_method(4);
        qii.enter_method(2);
        qii.leave_method(2);
        qii.leave_method(4);
    }
    qii.leave_method(1);
    end_run();
}

TEST(methods_that_wait_may_call_and_be_called)
{
    run_client(waits);
    expect_tree("main 1\n"
                "  wait 3\n"
                "    work 3\n");
    expect_diagnostics("");
}

static void in_full_file(void)
{
    start("-max-data-size=1M");
    qii.enter_method(1);
    for (uint64_t method = 100; method < 60000; method++) {
        qii.enter_method(method);
        qii.enter_method(method + 100000);
        qii.leave_method(method + 100000);
        qii.leave_method(method);
    }
    report("%lu", current_method());
    qii.enter_method(99);
    if (run_is_virtual())
        qii.verify_fn_exit_vt(99, run_vthread);
    else
        qii.verify_fn_exit(99);
    report("%lu", current_method());
    qii.leave_method(1);
    report("%lu", current_method());
    end_run();
}

/* The file is full, so call paths are folded, and the last methods have no node of their own. */
TEST(leave_ends_a_frame_of_a_method_without_a_node)
{
    run_client(in_full_file);
    expect_messages("1\n1\n0\n");
    assert_int_equal(run_profile()
                         ->reader.header.diagnostics[run_is_qprof() ? QP_QPROF : QP_CPROF][QP_DIAGNOSTIC_WRONG_METHOD]
                         .count,
                     0);
}

static void pause_between(void)
{
    start("");
    qii.enter_method(1);
    qii.enter_method(2);
    qii.stop_recording_data();
    qii.enter_method(3);
    qii.leave_method(3);
    qii.leave_method(2);
    qii.enter_method(2);
    qii.start_recording_data();
    qii.enter_method(3);
    qii.leave_method(3);
    qii.leave_method(2);
    report("%lu", current_method());
    qii.leave_method(1);
    end_run();
}

TEST(calls_in_a_pause_are_followed_and_not_counted)
{
    run_client(pause_between);
    expect_messages("1\n");
    expect_tree("main 1\n"
                "  work 1\n"
                "    deeper 1\n");
    expect_diagnostics("");
}

static void ask(qprof_MethodID method)
{
    define(method, "asked");
}

static void unregistered(void)
{
    run_start_with_callback("", ask);
    if (run_is_virtual())
        qii.vthread_resume(run_vthread);
    qii.enter_method(9);
    qii.enter_method(9);
    qii.leave_method(9);
    qii.leave_method(9);
    end_run();
}

TEST(callback_is_called_for_unregistered_methods)
{
    run_client(unregistered);
    expect_tree("asked 1\n"
                "  asked 1\n");
    expect_diagnostics("");
}

static void *of_another_thread(void *unused)
{
    qii.enter_method(2);
    qii.enter_method(3);
    report("%lu", qii.current_method_id());
    qii.leave_method(3);
    qii.leave_method(2);
    report("%lu", qii.current_method_id());
    return unused;
}

static void on_bare_threads(void)
{
    start("");
    qii.enter_method(1);
    on_a_thread(of_another_thread, NULL);
    report("%lu", qii.current_method_id());
    qii.leave_method(1);
    end_run();
}

TEST(system_thread_without_a_virtual_thread_has_frames_of_its_own)
{
    run_client(on_bare_threads);
    expect_messages("3\n0\n1\n");
    assert_non_null(strstr(run_tree(), "work 1\n  deeper 1\n"));
    assert_non_null(strstr(run_tree(), "main 1\n"));
    expect_diagnostics("");
}

static void forking(void)
{
    start("");
    qii.enter_method(1);
    pid_t child = fork();
    if (child == 0) {
        qii.enter_method(2);
        qii.leave_method(2);
        qii.leave_method(1);
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    report("%d", status);
    qii.leave_method(1);
    end_run();
}

TEST(numbered_events_do_nothing_in_a_forked_child)
{
    run_client(forking);
    expect_messages("0\n");
    expect_tree("main 1\n");
    expect_diagnostics("");
}

static void before_and_after_a_run(void)
{
    qii.enter_method(1);
    qii.leave_method(1);
    start("");
    qii.enter_method(1);
    end_run();
    qii.leave_method(1);
}

TEST(numbered_events_do_nothing_without_a_run)
{
    run_client(before_and_after_a_run);
    expect_tree("main 1\n");
}
