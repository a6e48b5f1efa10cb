/* breakdown_table.h - the table of files, classes, modules, threads or phases, one row for each. */
#pragma once

#include "profile/tree/breakdown.h"
#include "show/parts/stream.h"

/* Print at most `most` rows, or all rows if `most` is 0. Return false if out of memory. */
bool qp_breakdown_table_print(const struct qp_query *query, enum qp_breakdown_by by, const struct qp_filter *filter,
                              uint32_t most, const struct qp_stream *stream);
