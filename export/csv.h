/* csv.h - cells of comma-separated values: what the exporters of functions and of lines share. */
#ifndef QP_EXPORT_CSV_H
#define QP_EXPORT_CSV_H

#include "export/export.h"

/* A cell in quotes, printable. One that a spreadsheet would take for a formula, since it begins with = + - @, has a '
 * before it; a tab or a line end is escaped, so that none begins with one. */
void qp_csv_text(struct qp_put *put, struct qp_text text);

#endif
