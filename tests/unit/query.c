#include "profile/tree/calltree.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <string.h>

/* ---- a query as text ---------------------------------------------------------------------------------------- */

/* Write "name calls self/total" for each method, then elapsed time if it is more than total, and runnable, blocked,
 * waiting and uncounted time if not 0. */
static void describe_methods(const struct qp_query *query, char *text, size_t size)
{
    FILE *out = fmemopen(text, size, "w");
    for (uint32_t i = 0; i < query->profile->method_count; i++) {
        const struct qp_totals *totals = &query->methods[i];
        char name[200];
        if (!totals->calls && !totals->elapsed && !totals->uncounted)
            continue;
        qp_profile_method_name(query->profile, i, name, sizeof name);
        fprintf(out, "%s %d %d/%d", name, (int)totals->calls, (int)totals->self, (int)totals->total);
        if (totals->elapsed > totals->total)
            fprintf(out, " elapsed %d", (int)totals->elapsed);
        if (totals->runnable)
            fprintf(out, " runnable %d", (int)totals->runnable);
        if (totals->blocked)
            fprintf(out, " blocked %d", (int)totals->blocked);
        if (totals->waiting)
            fprintf(out, " waiting %d", (int)totals->waiting);
        if (totals->uncounted)
            fprintf(out, " uncounted %d cycles %d", (int)totals->uncounted, (int)totals->cycles);
        fputc('\n', out);
    }
    fclose(out);
}

static void describe_path(const struct qp_calltree *tree, const struct qp_query *query, uint32_t path, int level,
                          FILE *out)
{
    uint32_t children[20];
    uint32_t count = qp_calltree_children(tree, path, children);
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_call_path *it = &tree->items[children[i]];
        char name[200];
        qp_profile_method_name(query->profile, it->method, name, sizeof name);
        fprintf(out, "%*s%s %d %d/%d", 2 * level, "", name, (int)it->calls, (int)it->self, (int)it->total);
        if (it->elapsed > it->total)
            fprintf(out, " elapsed %d", (int)it->elapsed);
        fputc('\n', out);
        describe_path(tree, query, children[i], level + 1, out);
    }
}

static void assert_methods(struct builder *builder, const struct qp_selection *selection, const char *expected)
{
    struct test_query opened;
    char text[2000] = "";
    test_open_query(&opened, builder, selection);
    describe_methods(&opened.query, text, sizeof text);
    assert_string_equal(text, expected);
    test_close_query(&opened);
}

static void assert_tree(struct builder *builder, bool apart, const char *expected)
{
    struct test_query opened;
    const struct qp_calltree_choice choice = {.shape = apart ? QP_CALLTREE_APART : QP_CALLTREE_MERGED};
    struct qp_calltree tree;
    char text[2000] = "";
    test_open_phase(&opened, builder, NULL);
    assert_true(qp_calltree_open(&tree, &opened.query, &choice));
    FILE *out = fmemopen(text, sizeof text, "w");
    for (uint32_t i = 0; i < tree.tops; i++) {
        fprintf(out, "%s %u\n", tree.groups[i] ? "group" : "thread", tree.threads[i]);
        describe_path(&tree, &opened.query, i, 1, out);
    }
    fclose(out);
    assert_string_equal(text, expected);
    qp_calltree_close(&tree);
    test_close_query(&opened);
}

/* ---- the sample ---------------------------------------------------------------------------------------------- */

TEST(methods_of_the_sample_are_as_drawn)
{
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    sample_build(&builder);
    assert_methods(&builder, &selection,
                   "main 2 36000/126700 elapsed 1026700\n"
                   "Math.fib 17 74000/74000\n"
                   "bad\\xffname 1 700/700\n"
                   "read 3 0/0 elapsed 900000 blocked 900000\n"
                   "tail 1 2000/2700\n"
                   "producer 2 11000/11000 elapsed 70000 runnable 2000 blocked 50000 waiting 7000\n"
                   "cycles 1 0/0 uncounted 3000 cycles 512\n"
                   "(garbage collector) 1 8000/8000\n"
                   "0xdeadbeef 2 6000/6000\n");
}

TEST(phase_shows_its_part_by_number_and_name)
{
    static const char *const names[] = {"1", "warm"};
    for (int i = 0; i < 2; i++) {
        struct builder builder;
        struct qp_selection selection = qp_selection_of(QP_QPROF);
        selection.phase = names[i];
        sample_build(&builder);
        assert_methods(&builder, &selection, "main 0 1000/11000\nMath.fib 1 10000/10000\n");
    }
}

TEST(clear_forgets_older_data)
{
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    sample_build(&builder);
    builder_mark(&builder, QP_QPROF, QP_MARK_CLEAR, 900000, 1, NULL);
    assert_methods(&builder, &selection, "main 0 1000/11000\nMath.fib 1 10000/10000\n");
}

TEST(clear_of_the_other_product_changes_nothing)
{
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    selection.thread = 1;
    sample_build(&builder);
    builder_mark(&builder, QP_CPROF, QP_MARK_CLEAR, 900000, 1, NULL);
    assert_methods(&builder, &selection, "main 1 30000/36000\n0xdeadbeef 2 6000/6000\n");
}

TEST(equal_paths_of_threads_and_phases_are_one)
{
    struct builder builder;
    sample_build(&builder);
    assert_tree(&builder, false,
                "thread 0\n"
                "  main 2 36000/126700 elapsed 1026700\n"
                "    Math.fib 3 50000/74000\n"
                "      Math.fib 6 20000/24000\n"
                "        Math.fib 8 4000/4000\n"
                "    (garbage collector) 1 8000/8000\n"
                "    0xdeadbeef 2 6000/6000\n"
                "    tail 1 2000/2700\n"
                "      bad\\xffname 1 700/700\n"
                "    read 3 0/0 elapsed 900000\n"
                "    cycles 1 0/0\n"
                "  producer 2 11000/11000 elapsed 70000\n");
}

TEST(separate_trees_are_by_thread_and_group)
{
    struct builder builder;
    sample_build(&builder);
    assert_tree(&builder, true,
                "thread 0\n"
                "  main 1 6000/90700 elapsed 990700\n"
                "    Math.fib 3 50000/74000\n"
                "      Math.fib 6 20000/24000\n"
                "        Math.fib 8 4000/4000\n"
                "    (garbage collector) 1 8000/8000\n"
                "    tail 1 2000/2700\n"
                "      bad\\xffname 1 700/700\n"
                "    read 3 0/0 elapsed 900000\n"
                "    cycles 1 0/0\n"
                "thread 1\n"
                "  main 1 30000/36000\n"
                "    0xdeadbeef 2 6000/6000\n"
                "group 0\n"
                "  producer 2 11000/11000 elapsed 70000\n");
}

/* ---- single rules -------------------------------------------------------------------------------------------- */

/* The call path is a > b > a > b, each with 1 tick. Each function counts once in its own total, by its outermost
 * call. */
TEST(mutual_recursion_is_counted_once)
{
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    builder_begin(&builder);
    uint32_t node = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
    for (int i = 0; i < 4; i++)
        node = builder_node(&builder, node, 0xa + (uint64_t)i % 2, 1, 10);
    assert_methods(&builder, &selection, "0xa 2 20/40\n0xb 2 20/30\n");
}

TEST(overhead_is_subtracted_from_callee_and_caller)
{
    for (int raw = 0; raw < 2; raw++) {
        struct builder builder;
        struct qp_selection selection = qp_selection_of(QP_QPROF);
        selection.raw = raw;
        builder_begin(&builder);
        /* overhead of a call: 2 ticks inside and 3 outside of the callee, in units of 1/256 tick */
        builder_header(&builder)->own_cost[QP_QPROF] = (struct qp_own_cost){512, 768, 0, 0};
        uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
        uint32_t caller = builder_node(&builder, root, 0xa, 1, 100);
        builder_node(&builder, caller, 0xb, 10, 50);
        builder_node(&builder, caller, 0xc, 10, 5); /* the node has less time than its overhead, so its corrected time
                                                     * must be 0, not a huge number */
        assert_methods(&builder, &selection,
                       raw ? "0xa 1 100/155\n0xb 10 50/50\n0xc 10 5/5\n" : "0xa 1 38/68\n0xb 10 30/30\n0xc 10 0/0\n");
    }
}

TEST(folded_paths_keep_their_methods)
{
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    builder_begin(&builder);
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
    builder_node(&builder, root, 0xa, 1, 100);
    uint32_t fold = builder_node(&builder, root, QP_METHOD_FOLD, 0, 0);
    uint32_t folded = builder_node(&builder, fold, 0xa, 7, 50);
    ((struct qp_node *)builder_at(&builder, fold))->flags = QP_NODE_FOLD;
    ((struct qp_node *)builder_at(&builder, folded))->flags = QP_NODE_FOLD;
    assert_methods(&builder, &selection, "0xa 8 150/150\n");
}

TEST(unknown_phase_is_an_error_that_names_it)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_query query;
    struct qp_error error = {0};
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    selection.phase = "cold";
    sample_build(&builder);
    int fd = test_open_builder(&profile, &builder);
    assert_int_equal(qp_query_open(&query, &profile, &selection, &error), QP_ERR_CHOICE);
    assert_non_null(strstr(error.text, "cold"));
    qp_profile_close(&profile);
    close(fd);
}

TEST(time_of_a_thread_is_the_sum_of_its_parts)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_query query;
    struct qp_error error = {0};
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    sample_build(&builder);
    int fd = test_open_builder(&profile, &builder);
    assert_int_equal(qp_query_open(&query, &profile, &selection, &error), 0);
    assert_int_equal(query.threads[0].self, 101700);
    assert_int_equal(query.threads[0].blocked, 900000); /* suspensions of virtual threads are not included */
    assert_int_equal(query.threads[0].waiting, 0);
    assert_int_equal(query.threads[0].runnable, 0);
    assert_int_equal(query.threads[0].scheduler, 1500);
    assert_int_equal(query.threads[0].idle, 3000);
    assert_int_equal(query.threads[0].recorder, 400);
    assert_int_equal(query.threads[0].paused, 20000);
    assert_int_equal(query.threads[0].wall, 101700 + 900000 + 3000 + 100 + 1500 + 3000 + 400 + 20000);
    assert_int_equal(query.all.blocked, 950000);
    assert_int_equal(query.all.runnable, 2000);
    assert_int_equal(query.threads[0].uncounted, 3000);
    assert_int_equal(query.threads[0].outside, 100);
    assert_int_equal(query.threads[1].self, 36000);
    assert_int_equal(query.all.self, 137700);
    qp_query_close(&query);
    qp_profile_close(&profile);
    close(fd);
}
