/* table_columns.h - drop redundant columns of a table. */
#ifndef QP_SHOW_PARTS_TABLE_COLUMNS_H
#define QP_SHOW_PARTS_TABLE_COLUMNS_H

#include "show/parts/table.h"

/* Drop the column titled title if every row shows the same as in the column other, to a person or a program. Call after
 * the last row; no effect if a column is missing. */
void qp_table_drop_same(struct qp_table *table, const char *title, const char *other, const struct qp_stream *stream);

#endif
