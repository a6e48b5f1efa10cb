/* Stack ids, by which the client identifies its frames. */
#include "tests/support/run.h"

static void call_three(qprof_StackID a, qprof_StackID b, qprof_StackID c)
{
    enter(1, a);
    enter(2, b);
    enter(3, c);
    leave(b);
    leave(a);
    leave(0);
    report("%lu", current_method());
}

static void define_three(void)
{
    define(1, "a");
    define(2, "b");
    define(3, "c");
}

static void up_and_down(void)
{
    run_start("");
    define_three();
    call_three(1, 2, 3);
    call_three(3, 2, 1);
    call_three(0xffffffffffffffff, 0xfffffffffffffffe, 0xfffffffffffffffd);
    end_run();
}

TEST(stack_ids_may_count_up_and_down)
{
    run_client(up_and_down);
    expect_messages("0\n0\n0\n");
    expect_tree("a 3\n"
                "  b 3\n"
                "    c 3\n");
    expect_diagnostics("");
}

static void pointers(void)
{
    int frames[3];
    run_start("");
    define_three();
    call_three((qprof_StackID)&frames[2], (qprof_StackID)&frames[1], (qprof_StackID)&frames[0]);
    end_run();
}

TEST(stack_ids_may_be_stack_pointers)
{
    run_client(pointers);
    expect_messages("0\n");
    expect_diagnostics("");
}

static void differ_above_32_bits(void)
{
    run_start("");
    define_three();
    enter(1, 0x100000001ul);
    enter(2, 0x200000001ul);
    enter(3, 0x300000001ul);
    leave(0x100000001ul);
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(stack_ids_count_in_full_width)
{
    run_client(differ_above_32_bits);
    expect_messages("1\n");
    expect_diagnostics("");
}

static void *same_ids_elsewhere(void *argument)
{
    (void)argument;
    run_vthread = 0x8000;
    call_three(1, 2, 3);
    return NULL;
}

static void two_threads(void)
{
    run_start("");
    define_three();
    enter(1, 1);
    enter(2, 2);
    on_a_thread(same_ids_elsewhere, NULL);
    run_vthread = 0x7000;
    report("%lu", current_method());
    leave(1);
    leave(0);
    end_run();
}

TEST(stack_ids_of_two_threads_may_be_the_same)
{
    run_client(two_threads);
    expect_messages("0\n2\n");
    expect_diagnostics("");
}

static void twice_on_one_stack(void)
{
    run_start("");
    define_three();
    define(4, "d");
    enter(1, 5);
    enter(2, 6);
    enter(3, 5);
    enter(4, 7);
    leave(5);
    report("%lu", current_method()); /* c, the newer frame with id 5 */
    leave(6);
    report("%lu", current_method());
    leave(5);
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(duplicate_stack_id_means_the_newest_frame)
{
    run_client(twice_on_one_stack);
    expect_messages("3\n2\n1\n");
    expect_diagnostics("");
}

/* Every tenth call of b ends in an error in c. Main catches the error without reporting the exits of b and c. */
static void caught_without_exits(void)
{
    run_start("");
    define_three();
    enter(1, 1);
    for (int i = 0; i < 1000; i++) {
        enter(2, 2);
        enter(3, 3);
        if (i % 10 == 0)
            continue;
        leave(2);
        leave(1);
    }
    leave(0);
    end_run();
}

TEST(missing_exits_after_an_error_are_counted)
{
    run_client(caught_without_exits);
    expect_tree("a 1\n"
                "  b 900\n"
                "    c 900\n"
                "      b 100\n"
                "        c 100\n");
    expect_kinds("bad-stack-id 100\n");
}

static void zero_for_a_real_frame(void)
{
    run_start("");
    define_three();
    enter(1, 1);
    enter(2, 0);
    leave(1);
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(entry_with_stack_id_0_is_counted_and_works)
{
    run_client(zero_for_a_real_frame);
    expect_messages("1\n");
    expect_tree("a 1\n"
                "  b 1\n");
    expect_kinds("bad-stack-id 1\n");
}

static void reused_along_the_stack(void)
{
    run_start("");
    define_three();
    enter(1, 1);
    for (int i = 0; i < 3; i++) {
        enter(2, 2);
        enter(3, 3);
        leave(1);
    }
    leave(0);
    end_run();
}

TEST(stack_id_may_be_reused_after_its_frame_is_gone)
{
    run_client(reused_along_the_stack);
    expect_tree("a 1\n"
                "  b 3\n"
                "    c 3\n");
    expect_diagnostics("");
}

static void met_late(void)
{
    run_start("");
    define(1, "a");
    define(2, "b");
    define(3, "c");
    if (run_is_virtual()) {
        qii.follow_fn_entry_vt(1, 1, run_vthread);
        qii.follow_fn_entry_vt(2, 2, run_vthread);
    } else {
        qii.follow_fn_entry(1, 1);
        qii.follow_fn_entry(2, 2);
    }
    enter(3, 3);
    report("%lu", current_method());
    leave(2);
    report("%lu", current_method());
    leave(1);
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(frames_opened_before_the_run_are_left_by_their_stack_ids_and_are_no_calls)
{
    run_client(met_late);
    expect_messages("3\n2\n1\n");
    expect_tree("a 0\n"
                "  b 0\n"
                "    c 1\n");
    expect_diagnostics("");
}
