/* call_paths.c - the lines of a call tree: which paths are shown, and the sum of the hidden paths. */
#include "profile/query/own_cost.h"
#include "show/call_paths.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

enum { MAIN = 1, FIRST, SECOND, THIRD, WAITS, METHODS = 5 };

/* Build a run in which main calls three functions with 0.5 % of the time each, and a fourth function that has less
 * time but waited for a long time. */
static void open_sample(struct test_query *opened)
{
    static const char *const names[METHODS] = {"main", "first", "second", "third", "waits"};
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    for (uint64_t i = 0; i < METHODS; i++)
        builder_method(&builder, QP_QPROF, i + MAIN, names[i], NULL, NULL, 0);
    uint32_t thread = builder_thread(&builder, 1, NULL);
    builder_root(&builder, QP_QPROF, thread, 0, 0);
    uint32_t group = builder_group(&builder, QP_QPROF, "g", 0);
    uint32_t top = builder_node(&builder, builder_root(&builder, QP_QPROF, thread, group, 0), MAIN, 1, 981);
    for (uint64_t i = FIRST; i <= THIRD; i++)
        builder_node(&builder, top, i, i, 5);
    builder_side(&builder, builder_node(&builder, top, WAITS, 7, 4))->waiting = 500;
    builder_balance(&builder);
    test_open_phase(opened, &builder, NULL);
}

static void print_to(char *text, size_t size, const struct qp_query *query, double share)
{
    const struct qp_call_paths_choice choice = {.share = share};
    FILE *out = fmemopen(text, size, "w");
    assert_true(qp_call_paths_print(query, &choice, &(struct qp_stream){.out = out}));
    fclose(out);
}

/* The overhead is 10 ticks per call. After the overhead is subtracted, "first" has 0 of its 200 ns left, and is
 * shown nevertheless. "second", with 10 ns and one call, is too small to be shown. */
TEST(path_that_lost_its_time_to_compensation_is_shown)
{
    static const char *const names[] = {"main", "first", "second"};
    struct test_query opened;
    struct builder builder;
    char text[2000] = "";
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    builder_header(&builder)->own_cost[QP_QPROF] = (struct qp_own_cost){10 * QP_OWN_COST_UNIT, 0, 256, 512};
    for (uint64_t i = 0; i < 3; i++)
        builder_method(&builder, QP_QPROF, i + MAIN, names[i], NULL, NULL, 0);
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
    uint32_t top = builder_node(&builder, root, MAIN, 1, 1010);
    builder_node(&builder, top, FIRST, 20, 200);
    builder_node(&builder, top, SECOND, 1, 10);
    test_open_phase(&opened, &builder, NULL);
    print_to(text, sizeof text, &opened.query, 1);
    assert_non_null(strstr(text, "   0 ns     0.0%     0 ns     20    first\n"));
    assert_null(strstr(text, "second"));
    test_close_query(&opened);
}

TEST(small_paths_are_summed_in_one_line_beside_one_that_waited)
{
    struct test_query opened;
    char text[2000] = "";
    open_sample(&opened);
    print_to(text, sizeof text, &opened.query, 1);
    assert_non_null(strstr(text, "   4 ns     0.4%    4 ns   504 ns      7    waits\n"
                                 "  15 ns     1.5%   15 ns    15 ns      9    (3 more)\n"));
    assert_null(strstr(text, "first"));
    test_close_query(&opened);
}
