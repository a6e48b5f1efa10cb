/* Blocks: counts and times of the entries of a method's line table. */
#include "tests/support/run.h"

static void count(void)
{
    run_start("");
    define_with_lines(1, "f");
    enter(1, 1);
    count_block(0, 1);
    count_block(1, 10);
    count_block(1, 5);
    count_block(2, 0xffffffff);
    count_block(2, 0xffffffff);
    leave(0);
    end_run();
}

TEST(block_counts_add_up_beyond_32_bits)
{
    run_client(count);
    expect_blocks("f 0:1 1:15 2:8589934590\n");
    expect_lines("f 15:1 16:15 19:8589934590\n");
    expect_diagnostics("");
}

static void on_top(void)
{
    run_start("");
    define_with_lines(1, "outer");
    define_with_lines(2, "inner");
    enter(1, 1);
    count_block(0, 1);
    enter(2, 2);
    count_block(0, 2);
    leave(1);
    count_block(0, 4);
    leave(0);
    end_run();
}

TEST(block_belongs_to_the_method_on_top)
{
    run_client(on_top);
    expect_blocks("outer 0:5\n"
                  "inner 0:2\n");
}

static void on_two_paths(void)
{
    run_start("");
    define(1, "main");
    define_with_lines(2, "shared");
    enter(1, 1);
    enter(2, 2);
    count_block(0, 1);
    enter(2, 3);
    count_block(0, 1);
    leave(1);
    leave(0);
    enter(2, 1);
    count_block(0, 1);
    leave(0);
    end_run();
}

TEST(blocks_of_a_method_on_several_paths_are_summed)
{
    run_client(on_two_paths);
    expect_blocks("shared 0:3\n");
}

static void past_the_table(void)
{
    run_start("");
    define_with_lines(1, "f");
    define(2, "without");
    enter(1, 1);
    count_block(3, 1);
    count_block(-1, 1);
    count_block(0x7fffffff, 1);
    count_block(-0x7fffffff - 1, 1);
    count_block(2, 1);
    enter(2, 2);
    count_block(0, 1);
    leave(1);
    leave(0);
    end_run();
}

TEST(block_past_the_table_is_counted_as_misuse)
{
    run_client(past_the_table);
    expect_blocks("f 2:1\n");
    expect_kinds("bad-block 5\n");
}

static void on_an_empty_stack(void)
{
    run_start("");
    count_block(0, 1);
    time_block(0);
    count_cycles(1);
    end_run();
}

TEST(block_on_an_empty_stack_is_counted_as_misuse)
{
    run_client(on_an_empty_stack);
    expect_kinds("empty-stack 3\n");
}

static void timed(void)
{
    run_start("");
    define_with_lines(1, "f");
    enter(1, 1);
    for (int i = 0; i < 3; i++)
        time_block(1);
    count_block(1, 2);
    leave(0);
    end_run();
}

/* In libcprof a block time counts as one execution. The exact times of libqprof are tested in times.c. */
TEST(block_time_is_a_hit_in_libcprof_and_no_count_in_libqprof)
{
    run_client(timed);
    expect_lines(run_is_qprof() ? "f 15:0 16:2 19:0\n" : "f 15:0 16:5 19:0\n");
    expect_diagnostics("");
}

static void ran(void)
{
    run_start("");
    define_with_lines(1, "f");
    define(2, "without");
    enter(1, 1);
    for (int i = 0; i < 3; i++)
        run_block(1, 1);
    run_block(2, 0xffffffff);
    run_block(2, 0);
    run_block(0, 0);
    run_block(3, 1);
    run_block(-1, 0);
    enter(2, 2);
    run_block(0, 1);
    leave(1);
    leave(0);
    end_run();
}

TEST(executed_block_is_counted_the_same_in_both_libraries)
{
    run_client(ran);
    expect_lines("f 15:0 16:3 19:4294967295\n");
    expect_kinds("bad-block 3\n");
}

static void byte_codes(void)
{
    run_start("");
    define_with_lines(1, "f");
    define_with_lines(2, "g");
    enter(1, 1);
    qii.execute_byte_code(1, NULL, 0);
    qii.execute_byte_code(1, "x", 6);
    qii.execute_byte_code(1, "x", 7);
    qii.execute_byte_code(1, "x", 100);
    qii.execute_byte_code(2, "x", 8); /* method 2 is not on top of the stack, but the execution counts for its lines */
    leave(0);
    end_run();
}

TEST(byte_code_counts_the_line_of_its_offset)
{
    run_client(byte_codes);
    expect_lines("f 15:2 16:1 19:1\n"
                 "g 15:0 16:1 19:0\n");
    expect_diagnostics("");
}

static void bad_byte_codes(void)
{
    run_start("");
    define(1, "without lines");
    define_with_lines(2, "f");
    enter(1, 1);
    qii.execute_byte_code(1, NULL, 0);
    qii.execute_byte_code(2, NULL, -1);
    qii.execute_byte_code(99, NULL, 0);
    qii.execute_byte_code(0, NULL, 0);
    leave(0);
    end_run();
}

TEST(byte_code_without_a_line_is_counted_as_misuse)
{
    run_client(bad_byte_codes);
    expect_lines("f 15:0 16:0 19:0\n");
    expect_kinds("bad-block 2\n"
                 "unknown-method 2\n");
}

static void monitors(void)
{
    run_start("");
    define(1, "f");
    define(2, "g");
    enter(1, 1);
    qii.record_monitor_acquired();
    qii.record_monitor_acquired();
    qii.record_monitor_released();
    enter(2, 2);
    qii.record_monitor_acquired();
    leave(1);
    leave(0);
    end_run();
}

TEST(monitors_are_counted_for_the_method_on_top)
{
    run_client(monitors);
    expect_tree("f 1 acquired=2 released=1\n"
                "  g 1 acquired=1\n");
    expect_diagnostics("");
}

static void branches(void)
{
    const qprof_BranchInfo two[] = {{16, 3, 2}, {19, 5, 3}};
    const qprof_BranchInfo inside[] = {{16, 2, 2}};
    run_start("");
    define_with_lines(1, "f");
    report("%d", qii.register_branches(1, inside, 1));
    report("%d", qii.register_branches(2, two, 2));
    report("%d", qii.register_branches(1, NULL, 2));
    report("%d", qii.register_branches(1, two, 2));
    enter(1, 1);
    count_block(0, 1);
    count_block(4, 7);
    count_block(7, 1);
    count_block(8, 1);
    leave(0);
    end_run();
}

static void targets(void)
{
    static const qprof_BranchInfo two[] = {{16, 3, 2}, {19, 5, 3}};
    static const int lines[] = {17, 19, 0, -15, 16}, others[] = {17, 19, 0, -15, 17};
    run_start("");
    define_with_lines(1, "f");
    report("%d", qii.register_branch_targets(1, lines, 5));
    report("%d", qii.register_branches(1, two, 2));
    report("%d", qii.register_branch_targets(2, lines, 5));
    report("%d", qii.register_branch_targets(1, NULL, 5));
    report("%d", qii.register_branch_targets(1, lines, 4));
    report("%d", qii.register_branch_targets(1, lines, 5));
    report("%d", qii.register_branch_targets(1, lines, 5));
    report("%d", qii.register_branch_targets(1, others, 5));
    qii.retire_method_id(1);
    define_with_lines(7, "f"); /* it is the retired method */
    report("%d", qii.register_branches(7, two, 2));
    report("%d", qii.register_branch_targets(7, others, 5));
    enter(7, 1);
    count_block(4, 7);
    leave(0);
    end_run();
}

TEST(outcomes_have_the_lines_to_which_they_lead)
{
    run_client(targets);
    expect_messages("-1\n0\n-1\n-1\n-1\n0\n0\n-1\n0\n-1\n");
    expect_branches("f 16: 17:0 19:7 19: 0:0 -15:0 16:0\n");
    expect_kinds("bad-argument 3\n"
                 "unknown-method 1\n");
}

TEST(outcomes_of_branches_are_blocks_after_the_lines)
{
    run_client(branches);
    expect_messages("-1\n-1\n-1\n0\n");
    expect_blocks("f 0:1 4:7 7:1\n");
    expect_lines("f 15:1 16:0 19:0\n");
    expect_kinds("bad-block 1\n"
                 "bad-argument 2\n"
                 "unknown-method 1\n");
}
