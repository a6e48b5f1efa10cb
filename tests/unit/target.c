/* target.c - the functions that a user means by a name. The strictest rule that finds any function is used. If no
 * rule finds one, similar names are suggested. */
#include "profile/coverage/target.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

static void open_sample(struct test_query *opened)
{
    static const char *const names[] = {"main", "Line:walk", "Tree.walk", "walker", "[C] ipairs", "ripairs", "unused"};
    static const int lines[] = {7};
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    for (uint64_t i = 0; i < sizeof names / sizeof *names; i++)
        builder_method(&builder, QP_QPROF, 1 + i, names[i], i < 2 ? "src/a.lua" : NULL, lines, i < 2);
    uint32_t node = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
    for (uint64_t i = 0; i + 1 < sizeof names / sizeof *names; i++)
        node = builder_node(&builder, node, 1 + i, 1, 1);
    builder_balance(&builder);
    test_open_phase(opened, &builder, NULL);
}

static void describe(const struct qp_query *query, const uint32_t *methods, uint32_t count, char *text)
{
    *text = '\0';
    for (uint32_t i = 0; i < count; i++) {
        char name[40];
        qp_profile_method_name(query->profile, methods[i], name, sizeof name);
        sprintf(text + strlen(text), "%s%s", i ? ", " : "", name);
    }
}

static void assert_functions(const struct qp_query *query, const char *wanted, const char *expected)
{
    char text[400];
    uint32_t count;
    uint32_t *methods = qp_target_functions(query, wanted, &count);
    assert_non_null(methods);
    describe(query, methods, count, text);
    assert_string_equal(text, expected);
    free(methods);
}

static void assert_nearest(const struct qp_query *query, const char *wanted, const char *expected)
{
    char text[400];
    uint32_t nearest[QP_TARGET_NEAREST];
    uint32_t count = qp_target_nearest(query, wanted, nearest);
    describe(query, nearest, count, text);
    assert_string_equal(text, expected);
}

TEST(functions_are_those_of_the_strictest_rule)
{
    struct test_query opened;
    open_sample(&opened);
    assert_functions(&opened.query, "main", "main");
    assert_functions(&opened.query, "walk", "Line:walk, Tree.walk");
    assert_functions(&opened.query, "Line:walk", "Line:walk");
    assert_functions(&opened.query, "wal", "Line:walk, Tree.walk, walker");
    assert_functions(&opened.query, "ipairs", "[C] ipairs");
    assert_functions(&opened.query, "pairs", "[C] ipairs, ripairs");
    test_close_query(&opened);
}

TEST(functions_may_be_given_by_their_line_and_file)
{
    struct test_query opened;
    open_sample(&opened);
    assert_functions(&opened.query, "a.lua:7", "main, Line:walk");
    assert_functions(&opened.query, "src/a.lua:7", "main, Line:walk");
    assert_functions(&opened.query, "a.lua", "main, Line:walk");
    assert_functions(&opened.query, "project/src/a.lua", "main, Line:walk");
    assert_functions(&opened.query, "projectsrc/a.lua", "");
    assert_functions(&opened.query, "b.lua", "");
    test_close_query(&opened);
}

TEST(uncalled_function_is_not_meant)
{
    struct test_query opened;
    open_sample(&opened);
    assert_functions(&opened.query, "unused", "");
    assert_nearest(&opened.query, "unused", "");
    test_close_query(&opened);
}

TEST(nearest_names_are_listed_nearest_first)
{
    struct test_query opened;
    open_sample(&opened);
    assert_nearest(&opened.query, "mian", "main");
    assert_nearest(&opened.query, "walkr", "walker");
    assert_nearest(&opened.query, "Lime:walk", "Line:walk, Tree.walk");
    assert_nearest(&opened.query, "", "");
    assert_nearest(&opened.query, "something quite different", "");
    test_close_query(&opened);
}
