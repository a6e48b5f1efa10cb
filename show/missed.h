/* missed.h - lists of missed functions, missed branches and excluded lines, below the coverage table (cover.h). */
#pragma once

#include "profile/source/pattern.h"
#include "profile/query/query.h"
#include "show/parts/stream.h"

/* Print a list: of the functions that were never called, of the branches with an outcome that was never taken, of
 * the excluded lines with their reasons. The filter applies to file names; NULL = all. Each list starts with an empty
 * line. If it has no items, print a sentence. Return false if out of memory. */
bool qp_missed_functions(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream);
bool qp_missed_branches(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream);
bool qp_missed_exclusions(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream);
