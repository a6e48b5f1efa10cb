/* neighbours.c - callers of a function and the breakdown of its time: the parts add up to the function's time in any
 * recursion. */
#include "profile/tree/neighbours.h"
#include "profile/tree/calls.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

enum { MAIN = 1, EVEN, ODD, LOG };

static uint32_t begin(struct builder *builder)
{
    static const char *const names[] = {"main", "even", "odd", "log"};
    builder_begin(builder);
    builder_header(builder)->products = 1u << QP_QPROF;
    for (uint64_t i = 0; i < sizeof names / sizeof *names; i++)
        builder_method(builder, QP_QPROF, i + MAIN, names[i], NULL, NULL, 0);
    return builder_root(builder, QP_QPROF, builder_thread(builder, 1, NULL), 0, 0);
}

static void describe(const struct qp_query *query, const struct qp_neighbours *neighbours, char *text)
{
    static const char *const words[] = {"", "thread", "group", "fold", "own"};
    *text = '\0';
    for (uint32_t i = 0; i < neighbours->count; i++) {
        const struct qp_neighbour *it = &neighbours->items[i];
        char name[40];
        if (it->kind == QP_NEIGHBOUR_METHOD)
            qp_profile_method_name(query->profile, it->index, name, sizeof name);
        else
            strcpy(name, words[it->kind]);
        sprintf(text + strlen(text), "%s %d %d\n", name, (int)it->calls, (int)it->total);
    }
}

static void assert_side(const struct qp_query *query, uint32_t method, enum qp_neighbours_side side,
                        const char *expected)
{
    struct qp_neighbours neighbours;
    char text[2000];
    assert_true(qp_neighbours_open(&neighbours, query, method, side));
    describe(query, &neighbours, text);
    assert_string_equal(text, expected);
    assert_int_equal(neighbours.all.total, query->methods[method].total);
    assert_int_equal(neighbours.all.elapsed, query->methods[method].elapsed);
    qp_neighbours_close(&neighbours);
}

/* Assert that the callers equal those of profile/tree/calls.h, which uses another algorithm. */
static void assert_as_calls(const struct qp_query *query)
{
    struct qp_calls calls;
    assert_true(qp_calls_open(&calls, query));
    for (uint32_t i = 0; i < calls.first_top; i++) {
        struct qp_neighbours neighbours;
        bool found = false;
        assert_true(qp_neighbours_open(&neighbours, query, calls.items[i].callee, QP_NEIGHBOURS_CALLERS));
        for (uint32_t k = 0; k < neighbours.count; k++) {
            const struct qp_neighbour *it = &neighbours.items[k];
            if (it->kind != QP_NEIGHBOUR_METHOD || it->index != calls.items[i].caller)
                continue;
            found = true;
            assert_int_equal(it->calls, calls.items[i].calls);
            assert_int_equal(it->total, calls.items[i].outermost);
        }
        assert_true(found);
        qp_neighbours_close(&neighbours);
    }
    qp_calls_close(&calls);
}

static void open_query(struct test_query *opened, struct builder *builder)
{
    builder_balance(builder);
    test_open_phase(opened, builder, NULL);
}

TEST(mutually_recursive_functions_are_as_in_the_header)
{
    struct builder builder;
    struct test_query opened;
    uint32_t top = builder_node(&builder, begin(&builder), MAIN, 1, 1);
    uint32_t odd = builder_node(&builder, builder_node(&builder, top, EVEN, 1, 10), ODD, 1, 20);
    builder_node(&builder, builder_node(&builder, odd, EVEN, 1, 30), LOG, 2, 5);
    open_query(&opened, &builder);
    assert_side(&opened.query, EVEN - 1, QP_NEIGHBOURS_CALLERS, "main 1 65\nodd 1 0\n");
    assert_side(&opened.query, EVEN - 1, QP_NEIGHBOURS_CALLEES, "odd 1 55\nown 0 10\nlog 2 0\n");
    assert_side(&opened.query, MAIN - 1, QP_NEIGHBOURS_CALLERS, "thread 1 66\n");
    assert_side(&opened.query, LOG - 1, QP_NEIGHBOURS_CALLEES, "own 0 5\n");
    assert_as_calls(&opened.query);
    test_close_query(&opened);
}

TEST(function_that_calls_itself_has_all_its_time_as_self_time)
{
    struct builder builder;
    struct test_query opened;
    uint32_t node = builder_node(&builder, begin(&builder), MAIN, 1, 1);
    for (int i = 0; i < 3; i++)
        node = builder_node(&builder, node, EVEN, 1u << i, 100);
    builder_node(&builder, node, LOG, 1, 7);
    open_query(&opened, &builder);
    assert_side(&opened.query, EVEN - 1, QP_NEIGHBOURS_CALLERS, "main 1 307\neven 6 0\n");
    assert_side(&opened.query, EVEN - 1, QP_NEIGHBOURS_CALLEES, "own 0 300\nlog 1 7\neven 6 0\n");
    assert_as_calls(&opened.query);
    test_close_query(&opened);
}

TEST(several_callers_share_the_time)
{
    struct builder builder;
    struct test_query opened;
    uint32_t top = builder_node(&builder, begin(&builder), MAIN, 1, 1);
    builder_node(&builder, builder_node(&builder, top, EVEN, 1, 1), LOG, 3, 30);
    builder_node(&builder, builder_node(&builder, top, ODD, 1, 1), LOG, 1, 70);
    open_query(&opened, &builder);
    assert_side(&opened.query, LOG - 1, QP_NEIGHBOURS_CALLERS, "odd 1 70\neven 3 30\n");
    assert_side(&opened.query, MAIN - 1, QP_NEIGHBOURS_CALLEES, "odd 1 71\neven 1 31\nown 0 1\n");
    assert_as_calls(&opened.query);
    test_close_query(&opened);
}

/* In a run that only counts, callers are known if at least one function was called by another function, and not only
 * by threads. */
TEST(callers_are_known_if_one_was_recorded)
{
    for (int calls = 0; calls < 2; calls++)
        for (enum qp_product product = QP_QPROF; product <= QP_CPROF; product++) {
            struct builder builder;
            struct test_query opened;
            struct qp_selection selection = qp_selection_of(product);
            builder_begin(&builder);
            builder_header(&builder)->products = 1u << product;
            builder_method(&builder, product, MAIN, "main", NULL, NULL, 0);
            uint32_t root = builder_root(&builder, product, builder_thread(&builder, 1, NULL), 0, 0);
            uint32_t node = builder_node(&builder, root, MAIN, 1, 0);
            if (calls)
                builder_node(&builder, node, MAIN, 1, 0);
            test_open_query(&opened, &builder, &selection);
            assert_int_equal(qp_query_knows_callers(&opened.query), calls || product == QP_QPROF);
            test_close_query(&opened);
        }
}
