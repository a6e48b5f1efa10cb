/* Compiled functions: enter_function passes the address of the call on the machine stack, and unwind ends the
 * functions that a jump has left. */
#include "tests/support/run.h"

#include <stdint.h>

/* Enter a function whose hook was called with this many bytes of the stack in use, by the call at `code`. */
static void enter_at(qprof_MethodID method, uintptr_t used, uintptr_t code)
{
    qii.enter_function(method, (const void *)(UINT64_C(0x7ff000000000) - used), (const void *)code);
}

static void unwind_to(uintptr_t used)
{
    qii.unwind((const void *)UINT64_C(0x7ff000000000), (const void *)(UINT64_C(0x7ff000000000) - used));
}

/* Start a run. In virtual thread mode, resume a virtual thread, on which the events then act. */
static void start(void)
{
    run_start("");
    define_some();
    define(4, "task");
    if (run_is_virtual())
        qii.vthread_resume(run_vthread);
    enter_at(1, 0x100, 0x401000);
}

static void end(void)
{
    qii.leave_function(1);
    report("%lu", current_method());
    end_run();
}

static void calls(void)
{
    start();
    for (int i = 0; i < 1000; i++) {
        enter_at(2, 0x200, 0x402000);
        enter_at(3, 0x200, 0x402010); /* was inlined */
        enter_at(3, 0x200, 0x402020); /* was inlined into itself */
        qii.leave_function(3);
        qii.leave_function(3);
        enter_at(3, 0x180, 0x403000);
        qii.leave_function(3);
        qii.leave_function(2);
    }
    end();
}

TEST(calls_make_a_tree)
{
    run_client(calls);
    expect_messages("0\n");
    expect_tree("main 1\n"
                "  work 1000\n"
                "    deeper 2000\n"
                "      deeper 1000\n");
    expect_diagnostics("");
}

static void jumps(void)
{
    start();
    for (int i = 0; i < 1000; i++) {
        for (unsigned depth = 2; depth < 5; depth++)
            enter_at(2, depth << 8, 0x402000);
        unwind_to(0x100);
        enter_at(3, 0x300, 0x403000); /* its frame is larger than that of the first function above */
        unwind_to(0x300);             /* a jump within it */
        qii.leave_function(3);
    }
    unwind_to(0x80); /* a jump within a function that is not recorded, and that called the first one */
    report("%lu", current_method());
    enter_at(1, 0x100, 0x401000);
    end();
}

TEST(functions_that_a_jump_leaves_end)
{
    run_client(jumps);
    expect_messages("0\n0\n");
    expect_tree("main 2\n"
                "  work 1000\n"
                "    work 1000\n"
                "      work 1000\n"
                "  deeper 1000\n");
    expect_diagnostics("");
}

/* Functions that run on another stack: of a signal handler, for example. */
static void jumps_from_another_stack(void)
{
    start();
    enter_at(2, 0x200, 0x402000);
    qii.enter_function(3, (const void *)UINT64_C(0x7ff800000000), (const void *)0x403000); /* above */
    unwind_to(0x180);
    report("%lu", current_method());
    qii.enter_function(3, (const void *)UINT64_C(0x600000000000), (const void *)0x403000); /* below */
    unwind_to(0x180);
    end();
}

/* A jump within a handler that has a stack of its own. */
static void jumps_on_another_stack(void)
{
    start();
    for (uintptr_t used = 0; used < 0x300; used += 0x100)
        qii.enter_function(2, (const void *)(UINT64_C(0x600000000000) - used), (const void *)0x403000);
    qii.unwind((const void *)(UINT64_C(0x600000000000) - 0x280), (const void *)UINT64_C(0x600000000000));
    report("%d", qii.open_methods(NULL, 0));
    qii.leave_function(2);
    end();
}

TEST(functions_that_a_jump_on_another_stack_leaves_end)
{
    run_client(jumps_on_another_stack);
    expect_messages("2\n0\n");
    expect_diagnostics("");
}

TEST(functions_on_other_stacks_end_with_those_that_a_jump_leaves)
{
    run_client(jumps_from_another_stack);
    expect_messages("1\n0\n");
    expect_tree("main 1\n"
                "  work 1\n"
                "    deeper 1\n"
                "  deeper 1\n");
    expect_diagnostics("");
}

/* The program has left them without a jump that was reported. */
static void entered_again(void)
{
    start();
    for (int i = 0; i < 1000; i++) {
        enter_at(2, 0x200, 0x402000);
        enter_at(3, 0x200, 0x402010);
    }
    end();
}

TEST(function_that_is_entered_again_at_its_place_was_left)
{
    run_client(entered_again);
    expect_messages("0\n");
    expect_tree("main 1\n"
                "  work 1000\n"
                "    deeper 1000\n");
    expect_diagnostics("");
}

static void tasks(void)
{
    start();
    for (int i = 0; i < 100; i++) {
        enter_at(2, 0x200, 0x402000); /* a constructor that begins a task */
        qii.enter_method(4);
        qii.leave_function(2);
        if (i == 0)
            report("%lu", current_method());
        enter_at(3, 0x300, 0x403000);
        qii.leave_function(3);
        enter_at(3, 0x200, 0x402000); /* a destructor that ends it */
        qii.leave_method(4);
        qii.leave_function(3);
    }
    end();
}

TEST(task_that_a_function_begins_ends_when_another_ends_it)
{
    run_client(tasks);
    expect_messages("4\n0\n");
    expect_tree("main 1\n"
                "  work 100\n"
                "    task 0\n"
                "  task 100\n"
                "    deeper 100\n"
                "  deeper 100\n");
    expect_diagnostics("");
}

/* Tasks and functions that begin in any order end each other only if they are of the same kind. */
static void mixed(void)
{
    start();
    enter_at(2, 0x200, 0x402000);
    qii.enter_method(4);
    enter_at(3, 0x300, 0x403000);
    qii.enter_method(4);
    enter_at(3, 0x400, 0x403000);
    unwind_to(0x200); /* leaves both tasks open */
    report("%d %lu", qii.open_methods(NULL, 0), current_method());
    enter_at(3, 0x300, 0x403000);
    qii.leave_method(4);
    qii.leave_function(3);
    qii.leave_method(4);
    qii.leave_method(4);
    qii.leave_function(3);
    qii.leave_function(2);
    end();
}

TEST(jump_ends_no_task)
{
    run_client(mixed);
    expect_messages("4 4\n0\n");
    expect_tree("main 1\n"
                "  work 1\n"
                "    task 1\n"
                "      deeper 2\n"
                "        task 0\n"
                "          deeper 1\n"
                "      task 1\n"
                "        deeper 0\n");
    expect_kinds("wrong-method 2\n");
}

/* The frame of a method that waits has another form (QP_FRAME_ID_MASK). */
static void waits(void)
{
    start();
    qii.register_method_id(5, "wait", NULL, QPROF_METHOD_FLAGS_WAITS, NULL, NULL, 0);
    for (int i = 0; i < 3; i++) {
        enter_at(2, 0x200, 0x402000);
        qii.enter_method(5);
        qii.leave_function(2);
        enter_at(3, 0x200, 0x403000);
        enter_at(3, 0x300, 0x403000);
        unwind_to(0x200);
        qii.leave_function(3);
        qii.leave_method(5);
    }
    enter_at(5, 0x200, 0x402000);
    enter_at(3, 0x300, 0x403000);
    unwind_to(0x200);
    report("%lu", current_method());
    enter_at(5, 0x200, 0x402000); /* again at the same addresses */
    qii.leave_function(5);
    end();
}

TEST(function_that_waits_and_function_in_a_wait)
{
    run_client(waits);
    expect_messages("5\n0\n");
    expect_tree("main 1\n"
                "  work 3\n"
                "    wait 0\n"
                "  wait 5\n"
                "    deeper 4\n"
                "      deeper 3\n");
    expect_diagnostics("");
}

static void pause_between(void)
{
    start();
    enter_at(2, 0x200, 0x402000);
    qii.stop_recording_data();
    enter_at(3, 0x300, 0x403000);
    enter_at(3, 0x400, 0x403000);
    unwind_to(0x200);
    report("%lu", current_method());
    enter_at(3, 0x300, 0x403000);
    qii.leave_function(3);
    qii.start_recording_data();
    enter_at(3, 0x300, 0x403000);
    qii.leave_function(3);
    qii.leave_function(2);
    end();
}

TEST(calls_in_a_pause_are_followed_and_not_counted)
{
    run_client(pause_between);
    expect_messages("2\n0\n");
    expect_tree("main 1\n"
                "  work 1\n"
                "    deeper 1\n"
                "      deeper 0\n");
    expect_diagnostics("");
}

static void misused(void)
{
    enter_at(1, 0x100, 0x401000);
    qii.leave_function(1);
    unwind_to(0);
    start();
    enter_at(0, 0x200, 0x402000);
    qii.leave_function(2);
    qii.leave_function(0);
    qii.enter_function(2, NULL, NULL);
    qii.enter_function(3, (const void *)UINTPTR_MAX, (const void *)UINTPTR_MAX);
    qii.leave_function(3);
    qii.unwind(NULL, NULL);
    qii.leave_function(1);
    end();
    qii.leave_function(1);
    unwind_to(0);
}

TEST(misuse_is_counted)
{
    run_client(misused);
    expect_messages("0\n");
    expect_tree("main 1\n"
                "  work 1\n"
                "    deeper 1\n");
    expect_kinds("bad-method-id 1\n"
                 "empty-stack 1\n"
                 "wrong-method 2\n"
                 "not-running 3\n");
}

/* Cycles are counted after the frames have begun, which flags their nodes. */
static void cycles(void)
{
    run_start("");
    define_some();
    if (run_is_virtual())
        qii.vthread_resume(run_vthread);
    qii.enter_method(1);
    qii.enter_method(2);
    count_cycles(5);
    qii.enter_method(3);
    qii.leave_method(2);
    report("%lu", current_method());
    qii.enter_method(2);
    count_cycles(5);
    qii.leave_method(1);
    report("%lu", current_method());
    end_run();
}

TEST(frames_of_methods_that_count_cycles_are_no_functions)
{
    run_client(cycles);
    expect_messages("1\n0\n");
    expect_diagnostics("");
}

/* A task that is identified by a function, as ITT's task_begin_fn does. */
static void of_the_same_method(void)
{
    start();
    enter_at(2, 0x200, 0x402000);
    qii.enter_method(2);
    enter_at(3, 0x300, 0x403000);
    qii.leave_function(3);
    qii.leave_function(2);
    report("%d %lu", qii.open_methods(NULL, 0), current_method());
    enter_at(2, 0x200, 0x402000);
    qii.leave_method(2);
    report("%d %lu", qii.open_methods(NULL, 0), current_method());
    qii.leave_function(2);
    qii.follow_method(2); /* a function's frame that the client has moved here */
    qii.leave_function(2);
    report("%lu", current_method());
    end();
}

TEST(function_and_task_of_the_same_method_end_each_for_itself)
{
    run_client(of_the_same_method);
    expect_messages("2 2\n2 2\n1\n0\n");
    expect_diagnostics("");
}
