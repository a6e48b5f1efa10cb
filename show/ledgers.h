/* ledgers.h - time of system threads and virtual threads by state; the parts of a row add up. */
#pragma once

#include "profile/source/pattern.h"
#include "profile/query/query.h"
#include "show/parts/stream.h"

/* Print a row for each carrier whose name passes the filter: all in their order if most is 0, else the ones with most
 * running time. Print nothing if there are none. Return false if out of memory, here and below. */
bool qp_ledgers_print_carriers(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                               const struct qp_stream *stream);

/* Print a row for each group of virtual threads whose name passes, most running time first. Print nothing if there are
 * none. */
bool qp_ledgers_print_groups(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                             const struct qp_stream *stream);
