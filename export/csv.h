/* csv.h - comma-separated values (RFC 4180), shared by `csv_lines` and `qii counters`. */
#pragma once

#include "export/put.h"

#define QP_CSV_END "\r\n" /* end of a row */

/* Write a quoted cell with control characters escaped. If the text starts with = + - or @, write a ' before it: a
 * spreadsheet would take the cell for a formula. No cell starts with a tab or line end, since both are escaped. */
void qp_csv_text(struct qp_put *put, struct qp_text text);

/* Write a cell as qp_csv_text does, with two texts joined by ':'. If the first text is empty, write only the second
 * one. */
void qp_csv_pair(struct qp_put *put, struct qp_text first, struct qp_text second);
