/* calls.c - edges between functions: recursion is counted once, and the callers of a function add up to its total
 * time. */
#include "profile/tree/calls.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

enum { MAIN = 1, EVEN, ODD, FIB };

static uint32_t begin(struct builder *builder)
{
    static const char *const names[] = {"main", "even", "odd", "fib"};
    builder_begin(builder);
    builder_header(builder)->products = 1u << QP_QPROF;
    for (uint64_t i = 0; i < sizeof names / sizeof *names; i++)
        builder_method(builder, QP_QPROF, i + MAIN, names[i], NULL, NULL, 0);
    return builder_root(builder, QP_QPROF, builder_thread(builder, 1, NULL), 0, 0);
}

static void describe(const struct qp_query *query, const struct qp_calls *calls, char *text)
{
    char names[2][40] = {"", ""};
    for (uint32_t i = 0; i < calls->count; i++) {
        const struct qp_call_edge *it = &calls->items[i];
        assert_int_equal(it->caller == QP_NONE, i >= calls->first_top);
        if (it->caller != QP_NONE)
            qp_profile_method_name(query->profile, it->caller, names[0], sizeof names[0]);
        else
            snprintf(names[0], sizeof names[0], "thread %u", calls->tops[i - calls->first_top].thread);
        qp_profile_method_name(query->profile, it->callee, names[1], sizeof names[1]);
        sprintf(text + strlen(text), "%s > %s %d %d+%d\n", names[0], names[1], (int)it->calls, (int)it->total,
                (int)it->outermost);
    }
}

/* Assert that the callers of each function add up to its total time. */
static void assert_sums(const struct qp_query *query, const struct qp_calls *calls)
{
    for (uint32_t method = 0; method < query->profile->method_count; method++) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < calls->count; i++)
            sum += calls->items[i].callee == method ? calls->items[i].outermost : 0;
        assert_int_equal(sum, query->methods[method].total);
    }
}

static void assert_calls(struct builder *builder, const char *expected)
{
    struct test_query opened;
    struct qp_calls calls;
    char text[2000] = "";
    builder_balance(builder);
    test_open_phase(&opened, builder, NULL);
    assert_true(qp_calls_open(&calls, &opened.query));
    describe(&opened.query, &calls, text);
    assert_string_equal(text, expected);
    if (opened.query.all.elapsed)
        assert_sums(&opened.query, &calls);
    qp_calls_close(&calls);
    test_close_query(&opened);
}

TEST(callers_of_mutually_recursive_functions_add_up_to_their_totals)
{
    struct builder builder;
    uint32_t top = builder_node(&builder, begin(&builder), MAIN, 1, 1);
    uint32_t even = builder_node(&builder, top, EVEN, 1, 10);
    uint32_t odd = builder_node(&builder, even, ODD, 1, 20);
    builder_node(&builder, odd, EVEN, 1, 30);
    assert_calls(&builder, "main > even 1 60+60\neven > odd 1 50+50\nodd > even 1 30+0\nthread 0 > main 1 61+61\n");
}

TEST(function_that_calls_itself_has_no_share_of_itself)
{
    struct builder builder;
    uint32_t node = builder_node(&builder, begin(&builder), MAIN, 1, 1);
    for (int i = 0; i < 4; i++)
        node = builder_node(&builder, node, FIB, 1u << i, 100);
    builder_node(&builder, node, ODD, 1, 5);
    assert_calls(&builder, "main > fib 1 405+405\nfib > odd 1 5+5\nfib > fib 14 305+0\nthread 0 > main 1 406+406\n");
}

TEST(calls_replace_time_in_a_run_without_times)
{
    struct builder builder;
    uint32_t top = builder_node(&builder, begin(&builder), MAIN, 1, 0);
    uint32_t even = builder_node(&builder, top, EVEN, 2, 0);
    builder_node(&builder, builder_node(&builder, even, ODD, 3, 0), EVEN, 4, 0);
    assert_calls(&builder, "main > even 2 9+9\neven > odd 3 7+7\nodd > even 4 4+0\nthread 0 > main 1 10+10\n");
}

TEST(run_without_a_single_call_has_no_edge)
{
    struct builder builder;
    begin(&builder);
    assert_calls(&builder, "");
}

TEST(deep_recursion_needs_no_stack)
{
    struct builder builder;
    uint32_t node = builder_node(&builder, begin(&builder), MAIN, 1, 0);
    for (int i = 0; i < 100000; i++)
        node = builder_node(&builder, node, i & 1 ? ODD : EVEN, 1, 1);
    assert_calls(&builder, "main > even 1 100000+100000\neven > odd 50000 99999+99999\nodd > even 49999 99998+0\n"
                           "thread 0 > main 1 100000+100000\n");
}
