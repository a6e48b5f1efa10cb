/* table_columns.h - a table with fewer columns than it was given. */
#ifndef QP_SHOW_PARTS_TABLE_COLUMNS_H
#define QP_SHOW_PARTS_TABLE_COLUMNS_H

#include "show/parts/table.h"

/* Leave a column out that says in each row what another one says, by their titles: where both are the same to who
 * looks, a person or a program. After the last row; nothing without such columns. */
void qp_table_drop_same(struct qp_table *table, const char *title, const char *other, const struct qp_stream *stream);

#endif
