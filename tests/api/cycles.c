/* record_counts: the client reports cycles in place of time. */
#include "tests/support/run.h"

static void count(void)
{
    run_start("");
    define(1, "main");
    define(2, "counted");
    enter(1, 1);
    enter(2, 2);
    count_cycles(100);
    count_cycles(0xffffffff);
    leave(1);
    enter(2, 2);
    count_cycles(1);
    leave(1);
    leave(0);
    end_run();
}

static bool counts_cycles(uint64_t id)
{
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->method_count; i++)
        if (profile->methods[i].recorded_id == id && profile->methods[i].flags & QP_METHOD_CYCLES)
            return true;
    return false;
}

TEST(cycles_add_up_in_a_field_of_their_own)
{
    run_client(count);
    expect_tree("main 1\n"
                "  counted 2 cycles=4294967396\n");
    assert_true(counts_cycles(2));
    assert_false(counts_cycles(1));
    expect_diagnostics("");
}

static void unregistered(void)
{
    run_start("");
    enter(9, 1);
    count_cycles(5);
    leave(0);
    end_run();
}

TEST(method_without_a_name_counts_cycles_too)
{
    run_client(unregistered);
    expect_tree("0x9 1 cycles=5\n");
    assert_true(counts_cycles(9));
}

static void named_afterwards(void)
{
    run_start("");
    enter(9, 1);
    count_cycles(5);
    leave(0);
    define_with_lines(9, "named");
    enter(9, 1);
    count_block(0, 1);
    leave(0);
    end_run();
    run_start("");
    enter(9, 1);
    leave(0);
    end_run();
}

TEST(switch_to_cycles_is_permanent)
{
    run_client(named_afterwards);
    expect_tree("named 2 cycles=5\n");
    expect_blocks("named 0:1\n");
    assert_true(counts_cycles(9));
    run_look_at("run.1.qii");
    assert_true(counts_cycles(9));
    expect_diagnostics("");
}
