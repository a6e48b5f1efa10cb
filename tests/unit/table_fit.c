/* table_fit.c - rows that stay distinguishable in a narrow terminal. */
#include "show/parts/table.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define CELLS 5

/* Assert the drawn table of rows with a count and texts, in a terminal with this many columns; 0 = unlimited. */
static void assert_drawn(const char *titles, const char *const rows[][CELLS], uint32_t count, uint32_t columns,
                         const char *expected)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const struct qp_stream stream = {.out = out, .columns = columns, .bounded = columns != 0};
    struct qp_table table;
    qp_table_init(&table, titles);
    for (uint32_t i = 0; i < count; i++) {
        qp_table_add_count(&table, 1000000);
        qp_table_add_count(&table, 1000);
        for (uint32_t k = 0; k + 2 < table.given; k++)
            qp_table_add(&table, QP_STYLE_PLAIN, rows[i][k]);
    }
    assert_true(qp_table_finish(&table, &stream, NULL));
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

TEST(keys_stay_and_numbers_are_omitted)
{
    static const char *const rows[][CELLS] = {{"ended", "0x10", "worker", "serve"},
                                              {"ended", "0x20", "worker", "serve"}};
    assert_drawn("calls|samples|-state|*id|-*name|-created in", rows, 2, 32,
                 "    calls  samples    id  name\n"
                 "1,000,000    1,000  0x10  worker\n"
                 "1,000,000    1,000  0x20  worker\n"
                 "columns omitted: state, created in\n");
    assert_drawn("calls|samples|-state|*id|-*name|-created in", rows, 2, 24,
                 "    calls    id  name\n"
                 "1,000,000  0x10  worker\n"
                 "1,000,000  0x20  worker\n"
                 "columns omitted: samples, state, created in\n");
}

TEST(equal_names_keep_the_text_that_distinguishes_them)
{
    static const char *const rows[][CELLS] = {{"walk", "src/one.lua:10"}, {"walk", "src/two.lua:20"}, {"step", ""}};
    assert_drawn("calls|samples|-function|-file:line", rows, 3, 30,
                 "    calls  function  file:line\n"
                 "1,000,000  walk      …e.lua:10\n"
                 "1,000,000  walk      …o.lua:20\n"
                 "1,000,000  step\n"
                 "columns omitted: samples\n");
    assert_drawn("calls|samples|-function|-file:line", rows + 1, 2, 30,
                 "    calls  samples  function\n"
                 "1,000,000    1,000  walk\n"
                 "1,000,000    1,000  step\n"
                 "columns omitted: file:line\n");
}

TEST(hidden_column_is_shown_for_equal_rows_only)
{
    static const char *const rows[][CELLS] = {{"worker", "thread 1"}, {"worker", "thread 2"}, {"main", "thread 3"}};
    assert_drawn("calls|samples|-name|-+number", rows, 3, 0,
                 "    calls  samples  name    number\n"
                 "1,000,000    1,000  worker  thread 1\n"
                 "1,000,000    1,000  worker  thread 2\n"
                 "1,000,000    1,000  main    thread 3\n");
    assert_drawn("calls|samples|-name|-+number", rows + 1, 2, 0,
                 "    calls  samples  name\n"
                 "1,000,000    1,000  worker\n"
                 "1,000,000    1,000  main\n");
}

TEST(cut_names_keep_the_part_in_which_they_differ)
{
    static const char *const rows[][CELLS] = {{"process_orders_of_alpha_in_the_warehouse_of_berlin", ""},
                                              {"process_orders_of_gamma_in_the_warehouse_of_berlin", ""},
                                              {"process_other_things_of_the_same_warehouse_of_bonn", ""}};
    assert_drawn("calls|samples|-function|-file:line", rows, 3, 33,
                 "    calls  function\n"
                 "1,000,000  proces…alpha_in…berlin\n"
                 "1,000,000  proces…gamma_in…berlin\n"
                 "1,000,000  process_oth…se_of_bonn\n"
                 "columns omitted: samples\n");
    static const char *const paths[][CELLS] = {{"walk", "/srv/orders/lib/common.lua"},
                                               {"walk", "/srv/users/lib/common.lua"}};
    assert_drawn("calls|samples|-function|-file:line", paths, 2, 33,
                 "    calls  function  file:line\n"
                 "1,000,000  walk      …orders/…lua\n"
                 "1,000,000  walk      …users/l…lua\n"
                 "columns omitted: samples\n");
}

TEST(blank_columns_are_omitted_first)
{
    static const char *const rows[][CELLS] = {{"", "fib"}, {"", "main"}};
    assert_drawn("calls|samples|waiting|-function", rows, 2, 30,
                 "    calls  samples  function\n"
                 "1,000,000    1,000  fib\n"
                 "1,000,000    1,000  main\n");
}
