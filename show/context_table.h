/* context_table.h - the contexts (tests) of a run: how many lines ran for each, and how many for it alone. */
#pragma once

#include "profile/query/query.h"
#include "profile/source/pattern.h"
#include "show/parts/stream.h"

/* Print a row for each context that the query selects, in the order in which they were named. Only lines of files that
 * pass the filter count. Return false if out of memory. */
bool qp_context_table_print(const struct qp_query *query, const struct qp_filter *filter,
                            const struct qp_stream *stream);
