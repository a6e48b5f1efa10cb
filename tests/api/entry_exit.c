/* Entries and exits: which frames are open, and which calls are counted. */
#include "tests/support/run.h"

static void seed_example(void)
{
    run_start("");
    define(1, "main");
    define(2, "fun_one");
    define(3, "fun_two");
    define(4, "fun_three");
    enter(1, 65);
    enter(2, 66);
    enter(4, 67);
    leave(66);
    leave(65);
    enter(3, 66);
    leave(65);
    leave(99);
    report("%lu", current_method());
    end_run();
}

TEST(calls_in_the_order_of_the_example_make_its_tree)
{
    run_client(seed_example);
    expect_tree("main 1\n"
                "  fun_one 1\n"
                "    fun_three 1\n"
                "  fun_two 1\n");
    expect_messages("0\n");
    expect_diagnostics("");
}

static void many_calls(void)
{
    run_start("");
    define(1, "main");
    define(2, "leaf");
    enter(1, 10);
    for (int i = 0; i < 1000; i++) {
        enter(2, 20);
        leave(10);
    }
    leave(0);
    end_run();
}

TEST(repeated_entry_counts_each_call)
{
    run_client(many_calls);
    expect_tree("main 1\n"
                "  leaf 1000\n");
    expect_diagnostics("");
}

static void recursion(void)
{
    run_start("");
    define(1, "main");
    define(2, "again");
    enter(1, 1);
    for (qprof_StackID depth = 2; depth <= 5; depth++)
        enter(2, depth);
    for (qprof_StackID depth = 4; depth >= 1; depth--)
        leave(depth);
    leave(0);
    end_run();
}

TEST(nested_recursion_makes_a_path)
{
    run_client(recursion);
    expect_tree("main 1\n"
                "  again 1\n"
                "    again 1\n"
                "      again 1\n"
                "        again 1\n");
    expect_diagnostics("");
}

static void exception(void)
{
    run_start("");
    define(1, "main");
    define(2, "try");
    define(3, "deep");
    define(4, "after");
    enter(1, 1);
    enter(2, 2);
    for (qprof_StackID depth = 3; depth < 10; depth++)
        enter(3, depth);
    leave(2); /* leaves seven frames at once */
    report("%lu", current_method());
    enter(4, 3);
    leave(2);
    leave(1);
    leave(0);
    end_run();
}

TEST(exit_of_many_levels_pops_them_all)
{
    run_client(exception);
    expect_messages("2\n");
    expect_tree("main 1\n"
                "  try 1\n"
                "    deep 1\n"
                "      deep 1\n"
                "        deep 1\n"
                "          deep 1\n"
                "            deep 1\n"
                "              deep 1\n"
                "                deep 1\n"
                "    after 1\n");
    expect_diagnostics("");
}

static void exception_step_by_step(void)
{
    run_start("");
    define(1, "main");
    define(2, "deep");
    enter(1, 1);
    enter(2, 2);
    enter(2, 3);
    enter(2, 4);
    leave(3);
    leave(2);
    leave(1);
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(exits_of_an_exception_reported_one_by_one_pop_one_each)
{
    run_client(exception_step_by_step);
    expect_messages("1\n");
    expect_diagnostics("");
}

static void exit_to_top(void)
{
    run_start("");
    define(1, "main");
    define(2, "callee");
    enter(1, 1);
    enter(2, 2);
    leave(2);
    leave(2);
    report("%lu", current_method());
    leave(1);
    report("%lu", current_method());
    leave(1);
    report("%lu", current_method());
    end_run();
}

TEST(exit_to_the_frame_on_top_pops_nothing)
{
    run_client(exit_to_top);
    expect_messages("2\n1\n1\n");
    expect_diagnostics("");
}

static void unmatched_exit(void)
{
    run_start("");
    define(1, "main");
    define(2, "callee");
    enter(1, 1);
    enter(2, 2);
    leave(77);
    report("%lu", current_method());
    enter(1, 1);
    leave(0);
    end_run();
}

TEST(exit_that_matches_nothing_unrolls_the_stack_and_is_counted)
{
    run_client(unmatched_exit);
    expect_messages("0\n");
    expect_tree("main 2\n"
                "  callee 1\n");
    expect_diagnostics(run_is_virtual() ? "unmatched-exit 1 qprof_record_fn_exit_vt(0x4d)\n"
                                        : "unmatched-exit 1 qprof_record_fn_exit(0x4d)\n");
}

static void last_exits(void)
{
    static const qprof_StackID ids[] = {0, 65, 99, ~0ul};
    run_start("");
    define(1, "main");
    for (int i = 0; i < 4; i++) {
        enter(1, 66);
        leave(ids[i]);
        report("%lu", current_method());
    }
    end_run();
}

TEST(exit_of_the_bottom_frame_accepts_any_id)
{
    run_client(last_exits);
    expect_messages("0\n0\n0\n0\n");
    expect_tree("main 4\n");
    expect_diagnostics("");
}

static void exit_on_empty(void)
{
    run_start("");
    leave(1);
    leave(0);
    report("%lu", current_method());
    end_run();
}

TEST(exit_on_an_empty_stack_is_counted)
{
    run_client(exit_on_empty);
    expect_messages("0\n");
    expect_kinds("empty-stack 2\n");
}

static void tail_calls(void)
{
    run_start("");
    define(1, "main");
    define(2, "first");
    define(3, "second");
    define(4, "third");
    enter(1, 1);
    enter(2, 2);
    enter(3, 2);
    enter(4, 2);
    report("%lu", current_method());
    leave(1);
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(tail_call_replaces_its_caller)
{
    run_client(tail_calls);
    expect_messages("4\n1\n");
    expect_tree("main 1\n"
                "  first 1\n"
                "  second 1\n"
                "  third 1\n");
    expect_diagnostics("");
}

static void tail_recursion(void)
{
    run_start("");
    define(1, "loop");
    for (int i = 0; i < 10000; i++)
        enter(1, 5);
    leave(0);
    report("%lu", current_method());
    end_run();
}

TEST(tail_call_of_the_bottom_frame_stays_at_the_bottom)
{
    run_client(tail_recursion);
    expect_messages("0\n");
    expect_tree("loop 10000\n");
    expect_diagnostics("");
}

static void current(void)
{
    run_start("");
    define(7, "main");
    define(8, "callee");
    report("%lu", current_method());
    enter(7, 1);
    report("%lu", current_method());
    enter(8, 2);
    report("%lu", current_method());
    leave(1);
    report("%lu", current_method());
    end_run();
    report("%lu", current_method());
}

TEST(current_method_is_the_one_on_top_or_0_without_one)
{
    run_client(current);
    expect_messages("0\n7\n8\n7\n0\n");
}

static void left_open(void)
{
    run_start("");
    define(1, "main");
    define(2, "open");
    enter(1, 1);
    enter(2, 2);
    end_run();
}

TEST(open_frames_at_the_end_are_in_the_tree)
{
    run_client(left_open);
    expect_tree("main 1\n"
                "  open 1\n");
    expect_diagnostics("");
}

static void deep(void)
{
    run_start("");
    define(1, "down");
    for (qprof_StackID depth = 1; depth <= 5000; depth++)
        enter(1, depth);
    leave(2500);
    report("%lu", current_method());
    leave(1);
    leave(0);
    report("%lu", current_method());
    end_run();
}

TEST(stack_of_5000_frames_unrolls_to_any_frame)
{
    run_client(deep);
    expect_messages("1\n0\n");
    expect_diagnostics("");
}

static void empty_after_deep(void)
{
    run_start("");
    define(1, "down");
    for (qprof_StackID depth = 1, last = 1; last < 20000; last *= 2) {
        for (depth = 1; depth <= last; depth++)
            enter(1, depth);
        leave(1);
        leave(0);
        leave(0);
        leave(77);
        report("%lu", current_method());
    }
    end_run();
}

TEST(exit_on_a_stack_that_became_empty_is_counted)
{
    run_client(empty_after_deep);
    expect_messages("0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n");
    expect_kinds("empty-stack 30\n");
}

static void wide(void)
{
    run_start("");
    define(1, "main");
    enter(1, 1);
    for (int round = 0; round < 3; round++)
        for (qprof_MethodID method = 100; method < 400; method++) {
            enter(method, 2);
            leave(1);
        }
    leave(0);
    end_run();
}

TEST(parent_of_300_children_counts_each_of_them)
{
    run_client(wide);
    const struct qp_profile *profile = run_profile();
    uint32_t children = 0;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t method = profile->nodes[i].method;
        if (method != QP_NONE && profile->methods[method].recorded_id >= 100) {
            assert_int_equal(profile->nodes[i].calls, 3);
            children++;
        }
    }
    assert_int_equal(children, 300);
}

static void without_names(void)
{
    run_start("");
    enter(0xabcdef0123456789ul, 1);
    enter(0x10, 2);
    leave(1);
    leave(0);
    end_run();
}

TEST(unregistered_method_is_shown_by_its_number)
{
    run_client(without_names);
    expect_tree("0xabcdef0123456789 1\n"
                "  0x10 1\n");
    expect_diagnostics("");
}

static void wide_ids(void)
{
    run_start("");
    define(0x100000001ul, "high");
    define(1, "low");
    define(0xffffffff00000001ul, "highest");
    enter(1, 1);
    enter(0x100000001ul, 2);
    enter(0xffffffff00000001ul, 3);
    report("%lx", current_method());
    leave(2);
    leave(1);
    leave(0);
    end_run();
}

TEST(method_ids_count_in_full_width)
{
    run_client(wide_ids);
    expect_messages("ffffffff00000001\n");
    expect_tree("low 1\n"
                "  high 1\n"
                "    highest 1\n");
}
