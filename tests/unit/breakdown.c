/* breakdown.c - breakdown of a run by files, classes, modules, threads and phases: self times add up, and recursion
 * counts once. */
#include "profile/tree/breakdown.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

enum { MAIN = 1, WALK, STEP, FIND };

static uint32_t begin(struct builder *builder)
{
    static const int lines[] = {1};
    builder_begin(builder);
    builder_header(builder)->products = 1u << QP_QPROF;
    builder_method(builder, QP_QPROF, MAIN, "main chunk of main.lua", "main.lua", lines, 1);
    builder_method(builder, QP_QPROF, WALK, "Line:walk", "src/line.lua", lines, 1);
    builder_method(builder, QP_QPROF, STEP, "Line.step", "src/step.lua", lines, 1);
    builder_method(builder, QP_QPROF, FIND, "[C] string.find", NULL, NULL, 0);
    return builder_root(builder, QP_QPROF, builder_thread(builder, 1, "first"), 0, 0);
}

static void assert_divided(const struct qp_query *query, enum qp_breakdown_by by, const struct qp_filter *filter,
                           const char *expected)
{
    struct qp_breakdown divisions;
    char text[2000] = "";
    uint64_t self = 0;
    assert_true(qp_breakdown_open(&divisions, query, by, filter));
    for (uint32_t i = 0; i < divisions.count; i++) {
        const struct qp_breakdown_row *it = &divisions.items[i];
        self += it->totals.self;
        sprintf(text + strlen(text), "%.*s %d %d+%d %d\n", (int)it->name.length, it->name.length ? it->name.bytes : "",
                (int)it->totals.calls, (int)it->totals.self, (int)it->totals.total, (int)it->functions);
    }
    assert_string_equal(text, expected);
    if (qp_filter_is_empty(filter))
        assert_int_equal(self, query->all.self);
    qp_breakdown_close(&divisions);
}

TEST(recursion_through_a_part_counts_once)
{
    static const struct qp_filter none = {0}, lines = {.only = {{"Line"}, 1}}, src = {.except = {{"src/*"}, 1}};
    struct builder builder;
    struct test_query opened;
    uint32_t top = builder_node(&builder, begin(&builder), MAIN, 1, 1);
    uint32_t step = builder_node(&builder, builder_node(&builder, top, WALK, 1, 10), STEP, 2, 20);
    builder_node(&builder, builder_node(&builder, step, FIND, 3, 5), WALK, 4, 30);
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    assert_divided(&opened.query, QP_BREAKDOWN_BY_FILE, &none,
                   "src/line.lua 5 40+65 1\nsrc/step.lua 2 20+55 1\n 3 5+35 1\nmain.lua 1 1+66 1\n");
    assert_divided(&opened.query, QP_BREAKDOWN_BY_CLASS, &none, "Line 7 60+65 2\n 4 6+66 2\n");
    assert_divided(&opened.query, QP_BREAKDOWN_BY_MODULE, &none, "src 7 60+65 2\n 3 5+35 1\n. 1 1+66 1\n");
    assert_divided(&opened.query, QP_BREAKDOWN_BY_THREAD, &none, " 11 66+66 0\n");
    assert_divided(&opened.query, QP_BREAKDOWN_BY_CLASS, &lines, "Line 7 60+65 2\n");
    assert_divided(&opened.query, QP_BREAKDOWN_BY_FILE, &src, " 3 5+35 1\nmain.lua 1 1+66 1\n");
    test_close_query(&opened);
}

/* A function that was compiled again has a new id, but the same function key. If the older version calls the new
 * one, this is recursion. */
TEST(functions_of_one_key_are_one_row)
{
    static const struct qp_filter none = {0}, walk = {.only = {{"walk"}, 1}};
    static const int lines[] = {1};
    enum { WALK_AGAIN = 9, WALK_ELSEWHERE, WALK_UNCALLED };
    struct builder builder;
    struct test_query opened;
    uint32_t top = builder_node(&builder, begin(&builder), MAIN, 1, 1);
    builder_method(&builder, QP_QPROF, WALK_AGAIN, "Line:walk", "src/line.lua", lines, 1);
    builder_method(&builder, QP_QPROF, WALK_ELSEWHERE, "Line:walk", "src/other.lua", lines, 1);
    builder_method(&builder, QP_QPROF, WALK_UNCALLED, "Line:walk", "src/line.lua", lines, 1);
    uint32_t walk_node = builder_node(&builder, top, WALK, 1, 10);
    builder_node(&builder, builder_node(&builder, walk_node, WALK_AGAIN, 2, 20), FIND, 3, 5);
    builder_node(&builder, top, WALK_ELSEWHERE, 1, 7);
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    assert_divided(
        &opened.query, QP_BREAKDOWN_BY_FUNCTION, &none,
        "Line:walk 3 30+35 2\nLine:walk 1 7+7 1\n[C] string.find 3 5+5 1\nmain chunk of main.lua 1 1+43 1\n");
    assert_divided(&opened.query, QP_BREAKDOWN_BY_FUNCTION, &walk, "Line:walk 3 30+35 2\nLine:walk 1 7+7 1\n");
    test_close_query(&opened);
}

TEST(threads_have_their_own_trees)
{
    static const struct qp_filter none = {0};
    struct builder builder;
    struct test_query opened;
    uint32_t group;
    builder_node(&builder, begin(&builder), MAIN, 1, 5);
    uint32_t second = builder_thread(&builder, 2, "second");
    builder_node(&builder, builder_root(&builder, QP_QPROF, second, 0, 0), WALK, 2, 7);
    group = builder_group(&builder, QP_QPROF, "worker", MAIN);
    builder_node(&builder, builder_root(&builder, QP_QPROF, second, group, 0), STEP, 3, 100);
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    assert_divided(&opened.query, QP_BREAKDOWN_BY_THREAD, &none, " 3 100+100 0\n 2 7+7 0\n 1 5+5 0\n");
    test_close_query(&opened);
}

TEST(phases_of_one_name_are_one_row)
{
    static const struct qp_filter none = {0}, warm = {.only = {{"warm"}, 1}};
    struct builder builder;
    struct test_query opened;
    builder_node(&builder, begin(&builder), MAIN, 1, 5);
    uint32_t second = builder_thread(&builder, 2, "second");
    static const char *const names[] = {"warm", NULL, "cold", "warm"};
    for (uint32_t i = 0; i < 4; i++) {
        builder_mark(&builder, QP_QPROF, QP_MARK_PHASE, 10 + i, 1 + i, names[i]);
        builder_node(&builder, builder_root(&builder, QP_QPROF, second, 0, 1 + i), WALK, 2, 10 * (1 + i));
    }
    uint32_t group = builder_group(&builder, QP_QPROF, "worker", MAIN);
    builder_node(&builder, builder_root(&builder, QP_QPROF, second, group, 3), STEP, 3, 1);
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    assert_divided(&opened.query, QP_BREAKDOWN_BY_PHASE, &none,
                   "warm 4 50+50 0\ncold 5 31+31 0\n 2 20+20 0\n 1 5+5 0\n");
    assert_divided(&opened.query, QP_BREAKDOWN_BY_PHASE, &warm, "warm 4 50+50 0\n");
    test_close_query(&opened);
}
