/* table_reading.h - read the stored cells and titles of a table; private to show/parts/table*.c. */
#ifndef QP_SHOW_PARTS_TABLE_READING_H
#define QP_SHOW_PARTS_TABLE_READING_H

#include "show/parts/table.h"

/* Read the cell at a position, with its formatted text. Return the position of the next cell. */
const char *qp_table_read(const char *at, struct qp_cell *cell);

/* Return the number of rows, without the last one if memory ran out in it. */
uint64_t qp_table_rows(const struct qp_table *table);

/* Write a column's title for people, or for programs (after a ';'). */
#define QP_TABLE_TITLE 100
const char *qp_table_title(const struct qp_table *table, uint32_t column, bool programs, char title[QP_TABLE_TITLE]);

#endif
