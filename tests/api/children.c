/* Forked children: they record nothing, or each into its own file. */
#include "tests/support/run.h"

#include <sys/wait.h>
#include <unistd.h>

static void in_a_child(void)
{
    run_start("");
    define(1, "main");
    enter(1, 1);
    pid_t child = fork();
    if (child == 0) {
        enter(1, 2);
        report("%d %lu", qii.is_running(), current_method());
        _exit(0);
    }
    waitpid(child, NULL, 0);
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(forked_child_is_off_and_the_parent_continues)
{
    run_client(in_a_child);
    expect_messages("0 0\n1\n");
    expect_tree("main 1\n");
}

static void exits_in_a_child(void)
{
    int status = -1;
    run_start("");
    define(1, "main");
    enter(1, 1);
    pid_t child = fork();
    if (child == 0) {
        leave(5);
        _exit(0);
    }
    waitpid(child, &status, 0);
    report("%d", status);
    leave(0);
    end_run();
}

/* Exit in a child without an entry. The child's thread state is zero, so no frame is on top. */
TEST(first_event_of_a_forked_child_may_be_an_exit)
{
    run_client(exits_in_a_child);
    expect_messages("0\n");
    expect_tree("main 1\n");
}

static void followed(void)
{
    run_start("-follow-child-processes");
    define(1, "main");
    enter(1, 1);
    pid_t child = fork();
    if (child == 0) {
        report("%d", qii.is_running() != 0);
        enter(1, 2);
        leave(0);
        end_run();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    leave(0);
    end_run();
}

TEST(followed_child_has_a_file_of_its_own)
{
    run_client(followed);
    expect_messages("1\n");
    expect_tree("main 1\n");
    run_look_at("run.1.qii");
    expect_tree("main 1\n");
}

/* Report the parent's frames again in the child. */
static void report_again(void)
{
    qprof_MethodID open[2];
    run_start("-follow-child-processes");
    define(1, "main");
    define(2, "work");
    enter(1, 1);
    enter(2, 2);
    int count = qii.open_methods(open, 2);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < count; i++)
            qii.follow_method(open[i]);
        qii.enter_method(2);
        end_run();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    leave(0);
    end_run();
}

TEST(followed_child_reports_its_open_frames_again)
{
    run_client(report_again);
    expect_tree("main 1\n"
                "  work 1\n");
    run_look_at("run.1.qii");
    expect_tree("main 0\n"
                "  work 0\n"
                "    work 1\n");
}

/* Let a child continue in frames that only the parent entered. */
static void continue_in_a_child(void)
{
    run_start("-follow-child-processes");
    define_with_lines(1, "main");
    define(2, "caught");
    define(3, "late");
    enter(1, 1);
    enter(2, 2);
    pid_t child = fork();
    if (child == 0) {
        count_block(0, 1);
        leave(1);
        enter(2, 2);
        enter(3, 3);
        leave(1); /* an error, caught in an inherited frame */
        leave(0);
        end_run();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    leave(1);
    leave(0);
    leave(0);
    end_run();
}

TEST(frames_inherited_by_a_followed_child_are_no_misuse)
{
    run_client(continue_in_a_child);
    expect_kinds("empty-stack 1\n");
    run_look_at("run.1.qii");
    expect_kinds("");
    expect_tree("caught 1\n  late 1\n");
}

static void ends_virtual_threads_in_a_child(void)
{
    report("%d", run_start_virtual("-follow-child-processes") > 0);
    define(1, "main");
    qii.thread_create_vt(7, 7);
    qii.thread_create_vt(8, 8);
    qii.vthread_resume(7);
    qii.record_fn_entry_vt(1, 1, 7);
    pid_t child = fork();
    if (child == 0) {
        qii.vthread_wake(8);
        qii.vthread_suspend(7, QPROF_REASON_WAITING);
        qii.thread_destroy_vt(7);
        qii.thread_destroy_vt(8);
        qii.shutdown();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    qii.record_fn_exit_vt(0, 7);
    qii.thread_destroy_vt(7);
    qii.thread_destroy_vt(7);
    qii.shutdown();
}

TEST(virtual_threads_inherited_by_a_followed_child_are_no_misuse)
{
    run_client(ends_virtual_threads_in_a_child);
    expect_messages("1\n");
    expect_kinds("bad-vthread 1\n");
    run_look_at("run.1.qii");
    expect_kinds("");
}

static void report_frames_again(void)
{
    run_start("-follow-child-processes");
    define(1, "main");
    define(2, "sub");
    enter(1, 1);
    pid_t child = fork();
    if (child == 0) {
        qii.follow_fn_entry(1, 1);
        enter(2, 2);
        leave(1);
        leave(0);
        end_run();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    leave(0);
    end_run();
}

TEST(followed_child_may_get_its_open_frames_reported_again)
{
    run_client(report_frames_again);
    run_look_at("run.1.qii");
    expect_kinds("");
    expect_tree("main 0\n  sub 1\n");
}
