#include "page/schema.h"

#define COUNT(array)       (sizeof(array) / sizeof *(array))

#define COLUMN(type, name) {#name, #type, QP_CELL_##type},
#define TABLE(table, columns)                                                                                          \
    static const struct qp_schema_column columns_of_##table[] = {columns};                                             \
    _Static_assert(COUNT(columns_of_##table) <= QP_COLUMNS, "a table has at most so many columns");                    \
    _Static_assert(COUNT(columns_of_##table) * QP_CELL == sizeof(struct qp_row_##table), "cells have one size");
#define ALIKE(table, other)
#include "page/schema.def"

#define ENTRY(table, other) [QP_TABLE_##table] = {#table, columns_of_##other, COUNT(columns_of_##other)},

const struct qp_schema qp_page_schema[QP_PAGE_TABLES] = {
#define COLUMN(type, name)
#define TABLE(table, columns) ENTRY(table, table)
#define ALIKE(table, other)   ENTRY(table, other)
#include "page/schema.def"
};
