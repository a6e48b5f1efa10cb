/* csv.h - cells of comma-separated values: what the exporters of functions and of lines share. */
#ifndef QP_EXPORT_CSV_H
#define QP_EXPORT_CSV_H

#include "export/export.h"

#define QP_CSV_NAME 4096 /* of a file's name, printable; longer ones are cut */

/* A cell in quotes. One that a spreadsheet would take for a formula, since it begins with = + - @, has a ' before it.
 */
void qp_csv_text(struct qp_put *put, const char *text);

/* The name of a file; an empty cell for QP_NONE. */
void qp_csv_file(struct qp_put *put, const struct qp_profile *profile, uint32_t file);

#endif
