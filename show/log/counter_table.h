/* counter_table.h - the table of counters: one row per instance, with a plot over time. */
#pragma once

#include "profile/log/resolved.h"
#include "show/parts/stream.h"

/* Read the log to its end and print the table. Return false if out of memory. */
bool qp_counter_table_print(struct qp_resolver *events, const struct qp_counter_choice *choice,
                            const struct qp_stream *stream);
