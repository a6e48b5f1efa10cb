/* held_calls.h - the table of calls that blocked a system thread while a virtual thread ran on it. */
#pragma once

#include <stdbool.h>

#include "profile/query/query.h"
#include "profile/source/pattern.h"
#include "show/parts/stream.h"

/* Print a row for each function, its caller and group of virtual threads, at most `most` rows, or all if `most` is 0.
 * Rows of less than a millisecond are omitted: locks that were free take as long. If there is no row, print nothing.
 * The filter applies to the function or the group. Return false if out of memory. */
bool qp_held_calls_print(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                         const struct qp_stream *stream);
