/* csv.h - comma-separated values (RFC 4180), shared by `csv_lines` and `qii counters`. */
#pragma once

#include "export/put.h"

#define QP_CSV_END "\r\n" /* end of a row */

/* Write a quoted, printable cell. A cell that a spreadsheet would take for a formula, since it starts with = + - @,
 * gets a ' in front; tabs and line ends are escaped, so no cell starts with one. */
void qp_csv_text(struct qp_put *put, struct qp_text text);

/* Write such a cell with two texts joined by ':', or with the second text alone if the first is empty. */
void qp_csv_pair(struct qp_put *put, struct qp_text first, struct qp_text second);
