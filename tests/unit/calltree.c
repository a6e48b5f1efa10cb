/* calltree.c - filtered call paths: focused on a function, without a function, with recursion folded, and reversed. */
#include "profile/tree/calltree.h"
#include "profile/query/own_cost.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

enum { MAIN = 1, EVEN, ODD, LOG, METHODS = 4 };

static uint32_t begin(struct builder *builder)
{
    static const char *const names[METHODS] = {"main", "even", "odd", "log"};
    builder_begin(builder);
    builder_header(builder)->products = 1u << QP_QPROF;
    for (uint64_t i = 0; i < METHODS; i++)
        builder_method(builder, QP_QPROF, i + MAIN, names[i], NULL, NULL, 0);
    return builder_root(builder, QP_QPROF, builder_thread(builder, 1, NULL), 0, 0);
}

static void describe(const struct qp_calltree *tree, const struct qp_query *query, uint32_t path, int level, char *text)
{
    uint32_t children[50];
    uint32_t count = qp_calltree_children(tree, path, children);
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_call_path *it = &tree->items[children[i]];
        char name[40];
        qp_profile_method_name(query->profile, it->method, name, sizeof name);
        sprintf(text + strlen(text), "%*s%s %d %d+%d\n", 2 * level, "", name, (int)it->calls, (int)it->self,
                (int)it->total);
        describe(tree, query, children[i], level + 1, text);
    }
}

static void assert_tree(const struct qp_query *query, const struct qp_calltree_choice *choice,
                        const struct qp_reverse_limits *reverse, const char *expected)
{
    struct qp_calltree tree;
    char text[2000] = "";
    if (reverse)
        assert_true(qp_reverse_tree_open(&tree, query, choice, *reverse));
    else
        assert_true(qp_calltree_open(&tree, query, choice));
    assert_true(tree.items[0].total <= query->all.total);
    describe(&tree, query, 0, 0, text);
    assert_string_equal(text, expected);
    qp_calltree_close(&tree);
}

/* Build two call paths with these self times: main 1 > even 10 > odd 20 > even 30 > log 5, and main > log 7. */
static void open_sample(struct test_query *opened)
{
    struct builder builder;
    uint32_t top = builder_node(&builder, begin(&builder), MAIN, 1, 1);
    uint32_t odd = builder_node(&builder, builder_node(&builder, top, EVEN, 2, 10), ODD, 3, 20);
    builder_node(&builder, builder_node(&builder, odd, EVEN, 4, 30), LOG, 5, 5);
    builder_node(&builder, top, LOG, 6, 7);
    builder_balance(&builder);
    test_open_phase(opened, &builder, NULL);
}

static const bool is_even[METHODS] = {[EVEN - 1] = true}, is_odd[METHODS] = {[ODD - 1] = true},
                  is_log[METHODS] = {[LOG - 1] = true};

TEST(focus_shows_the_time_through_a_function_and_the_paths_to_it)
{
    struct test_query opened;
    open_sample(&opened);
    assert_tree(&opened.query, &(struct qp_calltree_choice){.focus = is_odd}, NULL,
                "main 1 0+55\n  even 2 0+55\n    odd 3 20+55\n      even 4 30+35\n        log 5 5+5\n");
    assert_tree(&opened.query, &(struct qp_calltree_choice){.focus = is_log}, NULL,
                "main 1 0+12\n  log 6 7+7\n  even 2 0+5\n    odd 3 0+5\n      even 4 0+5\n        log 5 5+5\n");
    test_close_query(&opened);
}

TEST(ignored_functions_and_all_below_them_are_omitted)
{
    struct test_query opened;
    open_sample(&opened);
    assert_tree(&opened.query, &(struct qp_calltree_choice){.ignore = is_odd}, NULL,
                "main 1 1+18\n  even 2 10+10\n  log 6 7+7\n");
    assert_tree(&opened.query, &(struct qp_calltree_choice){.focus = is_odd, .ignore = is_log}, NULL,
                "main 1 0+50\n  even 2 0+50\n    odd 3 20+50\n      even 4 30+30\n");
    assert_tree(&opened.query, &(struct qp_calltree_choice){.focus = is_odd, .ignore = is_even}, NULL, "");
    test_close_query(&opened);
}

TEST(folded_recursion_continues_where_it_began)
{
    struct test_query opened;
    open_sample(&opened);
    assert_tree(&opened.query, &(struct qp_calltree_choice){.fold = true}, NULL,
                "main 1 1+73\n  even 6 40+65\n    odd 3 20+20\n    log 5 5+5\n  log 6 7+7\n");
    assert_tree(&opened.query, &(struct qp_calltree_choice){.fold = true, .focus = is_odd}, NULL,
                "main 1 0+55\n  even 6 30+55\n    odd 3 20+20\n    log 5 5+5\n");
    test_close_query(&opened);
}

/* There are two paths. On one, main calls "even", which calls "odd", which calls main. On the other, main calls
 * "odd", which calls "even", which calls main. On both paths, the last main calls "odd". Recursion on one path must not
 * be folded into a function that is only on the other path. */
TEST(recursion_folds_only_within_its_own_call_path)
{
    struct builder builder;
    struct test_query opened;
    uint32_t top = builder_node(&builder, begin(&builder), MAIN, 1, 1);
    for (int i = 0; i < 2; i++) {
        uint32_t one = builder_node(&builder, top, i ? ODD : EVEN, 1, 10);
        uint32_t other = builder_node(&builder, one, i ? EVEN : ODD, 1, 100);
        uint32_t again = builder_node(&builder, other, MAIN, 1, 1000);
        builder_node(&builder, again, LOG, 1, 10000);
        builder_node(&builder, again, ODD, 1, 100000);
        builder_node(&builder, one, ODD, 1, 1000000);
    }
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    assert_tree(&opened.query, &(struct qp_calltree_choice){.fold = true}, NULL,
                "main 3 2001+2222221\n  odd 4 1200010+1200110\n    even 1 100+100\n  even 1 10+1000110\n"
                "    odd 2 1000100+1000100\n  log 2 20000+20000\n");
    test_close_query(&opened);
}

TEST(tree_from_below_begins_with_self_time)
{
    static const struct qp_reverse_limits all = {0}, two = {.depth = 2}, most = {.share = 30};
    struct test_query opened;
    open_sample(&opened);
    assert_tree(&opened.query, &(struct qp_calltree_choice){0}, &all,
                "even 6 0+40\n  odd 4 0+30\n    even 4 0+30\n      main 4 0+30\n  main 2 0+10\n"
                "odd 3 0+20\n  even 3 0+20\n    main 3 0+20\n"
                "log 11 0+12\n  main 6 0+7\n  even 5 0+5\n    odd 5 0+5\n      even 5 0+5\n        main 5 0+5\n"
                "main 1 0+1\n");
    assert_tree(&opened.query, &(struct qp_calltree_choice){.ignore = is_log}, &two,
                "even 6 0+40\n  odd 4 0+30\n  main 2 0+10\nodd 3 0+20\n  even 3 0+20\nmain 1 0+1\n");
    assert_tree(&opened.query, &(struct qp_calltree_choice){0}, &most,
                "even 6 0+40\n  odd 4 0+30\n    even 4 0+30\n      main 4 0+30\n  main 2 0+10\n"
                "odd 3 0+20\nlog 11 0+12\nmain 1 0+1\n");
    assert_tree(&opened.query, &(struct qp_calltree_choice){.fold = true}, &all,
                "even 6 0+40\n  main 6 0+40\nodd 3 0+20\n  even 3 0+20\n    main 3 0+20\n"
                "log 11 0+12\n  main 6 0+7\n  even 5 0+5\n    main 5 0+5\n"
                "main 1 0+1\n");
    assert_tree(&opened.query, &(struct qp_calltree_choice){.focus = is_odd, .fold = true}, &two,
                "even 6 0+30\n  main 6 0+30\nodd 3 0+20\n  even 3 0+20\nlog 5 0+5\n  even 5 0+5\n");
    test_close_query(&opened);
}

/* Fold a call path of 300,000 different methods, each of which also calls the first method. Searching the whole path
 * for each of these calls would take hours. */
TEST(long_path_without_recursion_is_folded_in_linear_time)
{
    enum { FRAMES = 300000 };
    struct builder builder;
    struct test_query opened;
    struct qp_calltree tree;
    uint32_t node = begin(&builder);
    for (uint32_t i = 0; i < FRAMES; i++) {
        node = builder_node(&builder, node, 1 + i, 1, 1);
        if (i)
            builder_node(&builder, node, 1, 1, 1);
    }
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    assert_true(qp_calltree_open(&tree, &opened.query, &(struct qp_calltree_choice){.fold = true}));
    assert_int_equal(tree.count, FRAMES + 1);
    assert_int_equal(tree.items[1].calls, FRAMES);
    qp_calltree_close(&tree);
    test_close_query(&opened);
}

TEST(deep_recursion_folds_and_reverses)
{
    static const struct qp_reverse_limits all = {0};
    struct builder builder;
    struct test_query opened;
    uint32_t node = builder_node(&builder, begin(&builder), MAIN, 1, 0);
    for (int i = 0; i < 100000; i++)
        node = builder_node(&builder, node, i & 1 ? ODD : EVEN, 1, 1);
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    assert_tree(&opened.query, &(struct qp_calltree_choice){.fold = true}, NULL,
                "main 1 0+100000\n  even 50000 50000+100000\n    odd 50000 50000+50000\n");
    assert_tree(&opened.query, &(struct qp_calltree_choice){.fold = true}, &all,
                "even 50000 0+50000\n  main 50000 0+50000\n"
                "odd 50000 0+50000\n  even 50000 0+50000\n    main 50000 0+50000\nmain 1 0+0\n");
    test_close_query(&opened);
}

/* ---- pruned paths ------------------------------------------------------------------------------------------------ */

#define SHARE 2.0 /* percent */

static const struct qp_call_path *child_of(const struct qp_calltree *tree, uint32_t path, uint32_t method)
{
    for (uint32_t i = tree->items[path].child; i != QP_NONE; i = tree->items[i].sibling)
        if (tree->items[i].method == method)
            return &tree->items[i];
    return NULL;
}

/* Assert that the children of a path have the same numbers in the whole tree and in the pruned tree. Do the same
 * below each child that is large enough to be shown. Return the number of paths compared. */
static uint32_t assert_same_below(const struct qp_calltree *all, uint32_t path, const struct qp_calltree *pruned,
                                  uint32_t other, const struct qp_query *query)
{
    uint32_t children[METHODS + 1], seen = 0, others[METHODS + 1];
    uint32_t count = qp_calltree_children(all, path, children);
    assert_int_equal(qp_calltree_children(pruned, other, others), count);
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_call_path *it = &all->items[children[i]], *same = child_of(pruned, other, it->method);
        uint64_t whole = query->all.total ? query->all.total : query->all.calls;
        assert_non_null(same);
        assert_int_equal(same->calls, it->calls);
        assert_int_equal(same->self, it->self);
        assert_int_equal(same->total, it->total);
        assert_int_equal(same->elapsed, it->elapsed);
        assert_int_equal(same->recorder, it->recorder);
        seen++;
        if ((double)it->total * 100 >= SHARE * (double)whole ||
            (query->all.total && (double)it->elapsed * 100 >= SHARE * (double)query->all.elapsed) ||
            (double)(it->total + it->recorder) * 100 >= SHARE * (double)(whole + query->subtracted))
            seen += assert_same_below(all, children[i], pruned, (uint32_t)(same - pruned->items), query);
    }
    return seen;
}

/* Build random trees on three threads. Many call paths are equal, but each is on a thread at most once. Some nodes
 * waited; the overhead of calls may exceed a node's time. */
static void open_random(struct test_query *opened, bool times)
{
    struct builder builder;
    uint32_t nodes[900];
    bool taken[300][METHODS] = {{false}};
    begin(&builder);
    builder_header(&builder)->own_cost[QP_QPROF] = (struct qp_own_cost){times ? 5 * QP_OWN_COST_UNIT : 0, 0, 256, 512};
    for (uint32_t thread = 0; thread < 3; thread++)
        nodes[thread] = builder_root(&builder, QP_QPROF, builder_thread(&builder, thread + 2, NULL), 0, 0);
    for (uint32_t i = 3; i < 900; i++) {
        uint32_t place, method;
        do {
            place = (uint32_t)rand() % (i < 300 ? i : 300);
            method = (uint32_t)rand() % METHODS;
        } while (taken[place][method]);
        taken[place][method] = true;
        uint64_t self = times ? (uint64_t)(rand() % 10 ? rand() % 50 : rand() % 5000) : 0;
        nodes[i] = builder_node(&builder, nodes[place], MAIN + method, (uint64_t)rand() % 20, self);
        if (times && i % 50 == 0)
            builder_side(&builder, nodes[i])->waiting = 3000;
    }
    builder_balance(&builder);
    test_open_phase(opened, &builder, NULL);
}

TEST(paths_without_enough_time_of_their_own_are_pruned_below_their_callers)
{
    srand(26);
    for (int round = 0; round < 20; round++) {
        struct test_query opened;
        struct qp_calltree all, pruned;
        uint32_t same = 0;
        open_random(&opened, round % 4 != 0);
        const struct qp_calltree_choice choice = {.shape = round % 3 ? QP_CALLTREE_MERGED : QP_CALLTREE_APART};
        struct qp_calltree_choice pruning = choice;
        pruning.least_share = SHARE;
        assert_true(qp_calltree_open(&all, &opened.query, &choice));
        assert_true(qp_calltree_open(&pruned, &opened.query, &pruning));
        assert_int_equal(pruned.tops, all.tops);
        for (uint32_t i = 0; i < all.tops; i++)
            same += assert_same_below(&all, i, &pruned, i, &opened.query);
        assert_in_range(same, 1, all.count);
        assert_in_range(pruned.count, 1, all.count - all.count / 5);
        qp_calltree_close(&all);
        qp_calltree_close(&pruned);
        test_close_query(&opened);
    }
}
