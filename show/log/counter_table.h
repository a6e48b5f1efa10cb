/* counter_table.h - counters as a table: a row for each instance, with its numbers and a plot over time. */
#ifndef QP_SHOW_LOG_COUNTER_TABLE_H
#define QP_SHOW_LOG_COUNTER_TABLE_H

#include "profile/log/resolved.h"
#include "show/parts/stream.h"

/* The log is read to its end. Returns false without memory. */
bool qp_counter_table_print(struct qp_resolver *events, const struct qp_counter_choice *choice,
                            const struct qp_stream *stream);

#endif
