/* callers.c - report --callers and --callees for a run in which some functions count their own calls. */
#include "show/callers.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

enum { MAIN = 1, PARSE, COUNTED, BOTH, METHODS = 4 };

/* Build a run in which main called "parse" and "both". Calls that were counted by block counters have no known
 * caller, so they are below the thread's root. */
static void open_sample(struct test_query *opened)
{
    static const char *const names[METHODS] = {"main", "parse", "counted", "both"};
    struct qp_selection selection = qp_selection_of(QP_CPROF);
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    for (uint64_t i = MAIN; i <= METHODS; i++) {
        uint32_t method = builder_method(&builder, QP_CPROF, i, names[i - 1], NULL, NULL, 0);
        if (i >= COUNTED)
            ((struct qp_method_record *)builder_at(&builder, method))->flags |= QP_METHOD_LACKS_CALLERS;
    }
    uint32_t root = builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, NULL), 0, 0);
    uint32_t top = builder_node(&builder, root, MAIN, 1, 0);
    builder_node(&builder, top, PARSE, 2, 0);
    builder_node(&builder, top, BOTH, 3, 0);
    builder_node(&builder, root, COUNTED, 4, 0);
    builder_node(&builder, root, BOTH, 5, 0);
    test_open_query(opened, &builder, &selection);
}

static void assert_lines(const struct qp_query *query, uint32_t method, enum qp_neighbours_side side, const char *lines)
{
    char text[2000] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_true(qp_callers_print(query, method - 1, side, 0, &(struct qp_stream){.out = out}));
    fclose(out);
    const char *body = strchr(text + 1, '\n'); /* after the empty line and the title */
    assert_non_null(body);
    assert_string_equal(body + 1, lines);
}

TEST(counted_calls_have_no_callers)
{
    struct test_query opened;
    open_sample(&opened);
    const struct qp_query *query = &opened.query;
    assert_lines(query, COUNTED, QP_NEIGHBOURS_CALLERS, "callers were not recorded\n");
    assert_lines(query, COUNTED, QP_NEIGHBOURS_CALLEES, "callees were not recorded\n");
    assert_lines(query, PARSE, QP_NEIGHBOURS_CALLEES, "no recorded callees\n");
    assert_lines(query, BOTH, QP_NEIGHBOURS_CALLERS,
                 "    %  calls  caller                             file:line\n"
                 "62.5%      5  (no caller recorded, on thread 1)\n"
                 "37.5%      3  main\n");
    test_close_query(&opened);
}

/* Build a run in which "(monitor)" only blocks: 91 of 100 ns below "store". */
static void open_blocked(struct test_query *opened)
{
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    builder_method(&builder, QP_QPROF, 1, "store", NULL, NULL, 0);
    builder_method(&builder, QP_QPROF, 2, "audit", NULL, NULL, 0);
    builder_method(&builder, QP_QPROF, 3, "(monitor)", NULL, NULL, 0);
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
    const uint64_t blocked[] = {91, 9};
    for (uint64_t i = 0; i < 2; i++) {
        uint32_t node = builder_node(&builder, builder_node(&builder, root, i + 1, 1, 10), 3, 5, blocked[i]);
        ((struct qp_node *)builder_at(&builder, node))->flags |= QP_NODE_BLOCKS;
    }
    test_open_query(opened, &builder, &selection);
}

TEST(callers_of_a_function_that_only_blocks_have_shares_of_elapsed_time)
{
    struct test_query opened;
    open_blocked(&opened);
    assert_lines(&opened.query, 3, QP_NEIGHBOURS_CALLERS,
                 "    %  elapsed  calls  caller  file:line\n"
                 "91.0%    91 ns      5  store\n"
                 " 9.0%     9 ns      5  audit\n");
    test_close_query(&opened);
}
