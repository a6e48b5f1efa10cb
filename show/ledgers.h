/* ledgers.h - tables of the time that system threads and virtual threads spent in each state. In each row, the last
 * time is the sum of the other times. */
#pragma once

#include "profile/source/pattern.h"
#include "profile/query/query.h"
#include "show/parts/stream.h"

/* Print a row for each carrier (system thread) whose name passes the filter. If there are more than `most` of them,
 * print only the `most` carriers with the most running time; 0 = print all. Print nothing if no name passes. Return
 * false if out of memory. */
bool qp_ledgers_print_carriers(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                               const struct qp_stream *stream);

/* Print a row for each group of virtual threads whose name passes the filter, at most `most` rows (0 = all), most
 * running time first. Print nothing if no name passes. Return false if out of memory. */
bool qp_ledgers_print_groups(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                             const struct qp_stream *stream);
