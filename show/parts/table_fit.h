/* table_fit.h - narrow tables with distinguishable rows. */
#pragma once

#include "show/parts/table.h"

/* Read the stored cell at a position, with its formatted text. Return the position of the next cell. */
const char *qp_table_read(const char *at, struct qp_cell *cell);

/* Return the number of complete rows. (The last row is incomplete if memory ran out.) */
uint64_t qp_table_rows(const struct qp_table *table);

/* The part of a row's text that must stay because similar rows differ there (qp_fit_text_with). */
struct qp_kept {
    uint32_t column;
    uint32_t byte; /* 0 = none */
};

/* Change the widths of a table's columns (see qp_fit). If rows look alike then, show more columns in which they differ:
 * omitted texts, such as file:line, then hidden columns. If these do not suffice, return for each row the part of a
 * shortened text that must stay. The caller frees the array. Return NULL if no row needs it, or if out of memory. */
struct qp_kept *qp_table_fit(const struct qp_table *table, struct qp_fit *fit, size_t line);
