/* counter_table.h - the table of counters: one row per instance, with a plot over time. */
#pragma once

#include "profile/log/resolved.h"
#include "show/parts/table.h"

/* Read the log to its end and print the table. Return false if out of memory. */
bool qp_counter_table_print(struct qp_resolver *events, const struct qp_counter_choice *choice,
                            const struct qp_stream *stream);

/* The table of a job has a column with the name of the rank. Begin it, and add the counters of one rank after another;
 * print it with qp_table_finish. The plots of a rank have one time axis. Return false if out of memory. */
void qp_counter_table_begin_ranks(struct qp_table *table);
bool qp_counter_table_add_rank(struct qp_table *table, const char *rank, struct qp_resolver *events,
                               const struct qp_counter_choice *choice);
