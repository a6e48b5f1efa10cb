/* Predefined methods such as the garbage collector and the class loader. They have no stack id. */
#include "tests/support/run.h"

static void all_of_them(void)
{
    static const qprof_MethodID methods[] = {qprof_Start, qprof_ClassLoader, qprof_GarbageCollector, qprof_JITCompiler};
    report("%#lx", qprof_Start);
    run_start("");
    define(1, "main");
    enter(1, 1);
    for (int i = 0; i < 4; i++) {
        report("%lu", qprof_Start - methods[i]);
        enter(methods[i], 0);
        qii.verify_fn_exit(methods[i]);
        report("%lu", current_method());
    }
    leave(0);
    end_run();
}

TEST(predefined_methods_are_known_and_left_by_verify)
{
    run_client(all_of_them);
    expect_messages("0xfffffffe\n0\n1\n1\n1\n2\n1\n3\n1\n");
    const struct qp_profile *profile = run_profile();
    char name[64];
    for (uint32_t i = 0; i < profile->method_count; i++) {
        qp_profile_method_name(profile, i, name, sizeof name);
        assert_true(strncmp(name, "0x", 2) != 0);
    }
    expect_diagnostics("");
}

static void wrong_verify(void)
{
    run_start("");
    define(1, "main");
    qii.verify_fn_exit(1);
    enter(1, 1);
    qii.verify_fn_exit(qprof_GarbageCollector);
    report("%lu", current_method());
    qii.verify_fn_exit(0);
    report("%lu", current_method());
    qii.verify_fn_exit(1);
    report("%lu", current_method());
    end_run();
}

TEST(verify_of_another_method_pops_nothing_and_is_counted)
{
    run_client(wrong_verify);
    expect_messages("1\n1\n0\n");
    expect_kinds("empty-stack 1\n"
                 "wrong-method 2\n");
}

static void nested(void)
{
    run_start("");
    define(1, "main");
    define(2, "initialiser");
    enter(1, 65);
    enter(qprof_ClassLoader, 0);
    enter(2, 66); /* a method that runs while a class is loaded */
    enter(qprof_GarbageCollector, 0);
    qii.verify_fn_exit(qprof_GarbageCollector);
    leave(0); /* returns to the class loader, whose frame has no id */
    report("%d", current_method() == qprof_ClassLoader);
    qii.verify_fn_exit(qprof_ClassLoader);
    report("%lu", current_method());
    enter(qprof_ClassLoader, 0);
    enter(2, 66);
    leave(65); /* an exception that unwinds the class loader */
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(frames_without_a_stack_id_may_be_mixed_with_others)
{
    run_client(nested);
    expect_messages("1\n1\n1\n");
    expect_diagnostics("");
}

static void alone(void)
{
    run_start("");
    enter(qprof_GarbageCollector, 0);
    leave(0);
    report("%lu", current_method());
    enter(qprof_GarbageCollector, 0);
    enter(qprof_GarbageCollector, 0); /* a nested call, which the library must not take for a tail call */
    qii.verify_fn_exit(qprof_GarbageCollector);
    report("%d", current_method() == qprof_GarbageCollector);
    leave(0);
    report("%lu", current_method());
    end_run();
}

TEST(exit_by_0_over_one_frame_is_no_misuse)
{
    run_client(alone);
    expect_messages("0\n1\n0\n");
    expect_diagnostics("");
}

static void uncaught(void)
{
    run_start("");
    define(1, "main");
    define(2, "callee");
    for (int i = 0; i < 3; i++) {
        enter(1, 1);
        enter(2, 2);
        enter(2, 3);
        leave(0);
        report("%lu", current_method());
    }
    end_run();
}

TEST(exit_by_0_over_all_frames_is_an_uncaught_error_and_no_misuse)
{
    run_client(uncaught);
    expect_messages("0\n0\n0\n");
    expect_tree("main 3\n"
                "  callee 3\n"
                "    callee 3\n");
    expect_diagnostics("");
}

static void registered(void)
{
    run_start("");
    define(qprof_Start, "mine");
    define(qprof_JITCompiler, "mine");
    define(qprof_Start + 1, "just above");
    define(qprof_JITCompiler - 1, "just below");
    enter(qprof_Start + 1, 1);
    enter(qprof_JITCompiler - 1, 2);
    enter(qprof_JITCompiler - 1, 0);
    end_run();
}

TEST(predefined_ids_cannot_be_registered)
{
    run_client(registered);
    expect_tree("just above 1\n"
                "  just below 1\n"
                "    just below 1\n");
    expect_kinds("bad-method-id 2\n"
                 "bad-stack-id 1\n");
}
