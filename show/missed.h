/* missed.h - what coverage misses or leaves out, one by one: lists below the table of files (cover.h). */
#ifndef QP_SHOW_MISSED_H
#define QP_SHOW_MISSED_H

#include "profile/source/pattern.h"
#include "profile/query/query.h"
#include "show/parts/stream.h"

/* Functions that were never called; branches with an outcome that was never taken; lines that are left out, with the
 * reason. filter: part of the file's name, NULL = all. Each begins with an empty line, and says so when there is none.
 * Returns false without memory. */
bool qp_missed_functions(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream);
bool qp_missed_branches(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream);
bool qp_missed_exclusions(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream);

#endif
