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
 * omitted texts, such as file:line, then hidden columns. Set *kept to the part of a shortened text that must stay in
 * each row; the caller frees the array. Set *kept to NULL if no text is shortened, or if out of memory. Return false if
 * out of memory; then rows may look alike. */
bool qp_table_fit(const struct qp_table *table, struct qp_fit *fit, size_t line, struct qp_kept **kept);
