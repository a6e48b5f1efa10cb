/* schema.h - C structs for the rows of the tables in schema.def, and functions that add rows.
 *
 *   qp_add_marks(page->tables, &(const struct qp_row_marks){.at = 1500, .text = "warm"});
 *
 * The compiler rejects columns that a table does not have. A column that is not set is 0. */
#pragma once

#include "page/columns.h"

enum qp_page_table {
#define COLUMN(type, name)
#define TABLE(table, columns) QP_TABLE_##table,
#define ALIKE(table, other)   QP_TABLE_##table,
#include "page/schema.def"
    QP_PAGE_TABLES
};

extern const struct qp_schema qp_page_schema[QP_PAGE_TABLES];

#define ADD(table, other)                                                                                              \
    static inline void qp_add_##table(struct qp_columns tables[QP_PAGE_TABLES], const struct qp_row_##other *row)      \
    {                                                                                                                  \
        qp_columns_add(&tables[QP_TABLE_##table], &qp_page_schema[QP_TABLE_##table], row);                             \
    }

#define COLUMN(type, name) _Alignas(QP_CELL) qp_cell_##type name;
#define TABLE(table, columns)                                                                                          \
    struct qp_row_##table {                                                                                            \
        columns                                                                                                        \
    };                                                                                                                 \
    ADD(table, table)
#define ALIKE(table, other) ADD(table, other)
#include "page/schema.def"
#undef ADD
