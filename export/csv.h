/* csv.h - comma-separated values (RFC 4180): what the exporters of functions and of lines share with `qii counters`. */
#ifndef QP_EXPORT_CSV_H
#define QP_EXPORT_CSV_H

#include "export/put.h"

#define QP_CSV_END "\r\n" /* of a row */

/* A cell in quotes, printable. One that a spreadsheet would take for a formula, since it begins with = + - @, has a '
 * before it; a tab or a line end is escaped, so that none begins with one. */
void qp_csv_text(struct qp_put *put, struct qp_text text);

/* The same of two texts with ':' between; the second alone when there is no first. */
void qp_csv_pair(struct qp_put *put, struct qp_text first, struct qp_text second);

#endif
