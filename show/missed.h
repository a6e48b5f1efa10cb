/* missed.h - lists of missed functions, missed branches and excluded lines, below the coverage table (cover.h). */
#pragma once

#include "profile/source/pattern.h"
#include "profile/query/query.h"
#include "show/parts/stream.h"

/* Each function prints an empty line and then a list, or a sentence if the list is empty. The filter selects files by
 * name, NULL = all files. Return false if out of memory. */

/* List the functions that were never called. */
bool qp_missed_functions(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream);

/* List the branches that have an outcome that was never taken. */
bool qp_missed_branches(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream);

/* List the excluded lines with the reasons. */
bool qp_missed_exclusions(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream);
