/* table_columns.c - a column that equals another column is omitted. In tables for people, the drawn cells are
 * compared; in tables for programs, the numbers. */
#include "show/parts/table.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

/* Assert the drawn table, without blanks, of two rows with total and elapsed time. */
static void assert_drawn(const uint64_t elapsed[2], bool programs, const char *expected)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const struct qp_stream stream = {.out = out, .programs = programs ? out : NULL};
    struct qp_table table;
    qp_table_init(&table, "total|calls|elapsed|-function");
    for (uint32_t i = 0; i < 2; i++) {
        qp_table_add_time(&table, QP_STYLE_PLAIN, 1000000 * (i + 1), 0);
        qp_table_add_count(&table, i);
        qp_table_add_time(&table, QP_STYLE_PLAIN, elapsed[i], 0);
        qp_table_add(&table, QP_STYLE_PLAIN, i ? "g" : "f");
    }
    qp_table_drop_same(&table, "elapsed", "total", &stream);
    qp_table_drop_same(&table, "absent", "total", &stream);
    assert_true(qp_table_finish(&table, &stream, NULL));
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

TEST(column_with_equal_cells_is_omitted)
{
    assert_drawn((uint64_t[]){1000000, 2000000}, false,
                 "  total  calls  function\n1.00 ms      0  f\n2.00 ms      1  g\n");
    assert_drawn((uint64_t[]){1000004, 2000000}, false,
                 "  total  calls  function\n1.00 ms      0  f\n2.00 ms      1  g\n");
    assert_drawn((uint64_t[]){1000000, 2000000}, true, "total_ns\tcalls\tfunction\n1000000\t0\tf\n2000000\t1\tg\n");
}

TEST(column_with_one_different_cell_stays)
{
    assert_drawn((uint64_t[]){1000000, 2010000}, false,
                 "  total  calls  elapsed  function\n1.00 ms      0  1.00 ms  f\n2.00 ms      1  2.01 ms  g\n");
    assert_drawn((uint64_t[]){1000004, 2000000}, true,
                 "total_ns\tcalls\telapsed_ns\tfunction\n1000000\t0\t1000004\tf\n2000000\t1\t2000000\tg\n");
}

TEST(table_without_rows_has_nothing_to_compare)
{
    const struct qp_stream stream = {.out = stdout};
    struct qp_table table;
    qp_table_init(&table, "total|elapsed");
    qp_table_drop_same(&table, "elapsed", "total", &stream);
    assert_int_equal(table.column_count, 2);
    qp_table_fini(&table);
}
