/* Virtual threads whose names differ by numbers: all share one tree, or with an option each name has its own tree. */
#include "tests/support/run.h"
#include "tests/support/sums.h"

#include <stdio.h>
#include <sys/stat.h>

static void start_with(const char *options)
{
    report("%d", run_start_virtual(options) > 0);
    define(1, "main");
    define(2, "work");
    define(3, "deeper");
}

/* Create a virtual thread with a name, call a method in it, and end it. Its id is reused. */
static void live(const char *name, qprof_MethodID method)
{
    qii.set_thread_name_vt(name, 5);
    qii.record_fn_entry_vt(method, 1, 5);
    qii.record_fn_exit_vt(0, 5);
    qii.thread_destroy_vt(5);
}

/* ---- a few names ----------------------------------------------------------------------------------------------- */

static void live_a_few(void)
{
    live("worker-17", 1);
    live("worker-4", 2);
    live("worker-17", 3);
    live("reader", 2);
    qii.shutdown();
}

static void folded(void)
{
    start_with("");
    live_a_few();
}

static void named(void)
{
    start_with("-fold-thread-names=no");
    live_a_few();
}

TEST(threads_whose_names_differ_by_numbers_share_a_tree)
{
    run_client(folded);
    expect_tree("[group worker-#]\n"
                "main 1\n"
                "work 1\n"
                "deeper 1\n"
                "[group reader]\n"
                "work 1\n");
    expect_diagnostics("");
}

TEST(option_fold_thread_names_gives_each_name_a_tree)
{
    run_client(named);
    expect_tree("[group worker-17]\n"
                "main 1\n"
                "deeper 1\n"
                "[group worker-4]\n"
                "work 1\n"
                "[group reader]\n"
                "work 1\n");
    assert_int_equal(sums_ended(run_profile(), 0), 2);
    assert_int_equal(sums_ended(run_profile(), 1), 1);
    expect_diagnostics("");
}

/* Alternate between runs with and without the option. A context that an earlier run created for a virtual thread's own
 * name must follow the option of the present run. */
static void both_in_turn(void)
{
    for (int round = 0; round < 4; round++) {
        char options[100];
        snprintf(options, sizeof options, "-data-file=%d.qii %s", round, round % 2 ? "-fold-thread-names=no" : "");
        start_with(options);
        live("worker-1", 1);
        live("worker-2", 1);
        qii.shutdown();
    }
}

TEST(each_run_has_its_own_option)
{
    static const char *const trees[] = {"[group worker-#]\nmain 2\n",
                                        "[group worker-1]\nmain 1\n[group worker-2]\nmain 1\n"};
    run_client(both_in_turn);
    for (int round = 0; round < 4; round++) {
        char name[20];
        snprintf(name, sizeof name, "%d.qii", round);
        run_look_at(name);
        if (round % 2)
            expect_tree(trees[1]);
        else
            assert_int_equal(run_profile()->group_count, 1);
    }
}

/* ---- ten thousand names ---------------------------------------------------------------------------------------- */

#define NAMES 10000

static void live_many(const char *options, int names)
{
    start_with(options);
    for (int i = 0; i < names; i++) {
        char name[32];
        snprintf(name, sizeof name, "worker-%d", i);
        live(name, 1 + (qprof_MethodID)i % 3);
    }
    qii.shutdown();
}

static void many_folded(void)
{
    live_many("", NAMES);
}

static void few_folded(void)
{
    live_many("", 100);
}

static void many_named(void)
{
    live_many("-fold-thread-names=no", NAMES);
}

static long long size_of_file(void)
{
    struct stat status;
    assert_int_equal(stat(run_path(RUN_FILE), &status), 0);
    return (long long)status.st_size;
}

/* In the third run, the reference of the first run's last name leads to unmapped memory. */
static void large_and_small(void)
{
    live_many("-data-file=large.qii -fold-thread-names=no", NAMES);
    live_many("-data-file=small.qii", 0);
    live_many("", 100);
}

TEST(name_of_an_earlier_run_is_not_read)
{
    run_client(large_and_small);
    assert_int_equal(run_profile()->group_count, 1);
    assert_int_equal(sums_ended(run_profile(), 0), 100);
}

TEST(many_numbered_names_take_as_much_memory_as_a_few)
{
    run_client(few_folded);
    long long few = size_of_file();
    run_client(many_folded);
    assert_int_equal(size_of_file(), few);
    assert_int_equal(run_profile()->group_count, 1);
    assert_int_equal(sums_ended(run_profile(), 0), NAMES);
    expect_diagnostics("");
}

TEST(ten_thousand_names_have_ten_thousand_trees)
{
    run_client(many_named);
    const struct qp_profile *profile = run_profile();
    assert_int_equal(profile->group_count, NAMES);
    static int roots[NAMES];
    for (uint32_t i = 0; i < profile->root_count; i++)
        if (profile->roots[i].group != QP_NONE)
            roots[profile->roots[i].group]++;
    for (uint32_t group = 0; group < NAMES; group++) {
        char name[32];
        snprintf(name, sizeof name, "worker-%d", (int)group);
        assert_true(qp_text_equal(profile->groups[group].name, qp_text_of(name)));
        assert_int_equal(roots[group], 1);
    }
    for (uint32_t i = 0; i < profile->lives_count; i++)
        assert_int_equal(profile->lives[i].ended, 1);
    assert_int_equal(profile->lives_count, NAMES);
    expect_diagnostics("");
}
