/* division_table.h - the table of files, classes, modules or threads: a row for each part of a run. */
#ifndef QP_SHOW_DIVISION_TABLE_H
#define QP_SHOW_DIVISION_TABLE_H

#include "profile/tree/divisions.h"
#include "show/parts/stream.h"

/* most: rows, 0 = all. Returns false without memory. */
bool qp_division_table_print(const struct qp_query *query, enum qp_divided_by by, const struct qp_filter *filter,
                             uint32_t most, const struct qp_stream *stream);

#endif
