/* table_reading.h - the cells and titles of a table, as they are drawn: for show/table*.c alone. */
#ifndef QP_SHOW_PARTS_TABLE_READING_H
#define QP_SHOW_PARTS_TABLE_READING_H

#include "show/parts/table.h"

/* The cell at a place, with what people see of it as its text. Returns the place of the next one. */
const char *qp_table_read(const char *at, struct qp_cell *cell);

/* Without the last row, where memory ran out in it. */
uint64_t qp_table_rows(const struct qp_table *table);

/* A title for people or, behind a ';', for programs. */
#define QP_TABLE_TITLE 100
const char *qp_table_title(const struct qp_table *table, uint32_t column, bool programs, char title[QP_TABLE_TITLE]);

#endif
