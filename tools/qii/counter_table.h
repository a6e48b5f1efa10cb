/* counter_table.h - counters as a table: a row for each instance, with its numbers and a plot of its course. */
#ifndef QII_COUNTER_TABLE_H
#define QII_COUNTER_TABLE_H

#include "data/counters.h"
#include "data/events.h"

struct qii_counter_view {
    const struct qp_counters *counters;
    const bool *chosen; /* by index of the counter */
    const char *thread; /* only instances of threads that qii_thread_is takes for this; NULL = all instances */
    bool colour;
};

/* The log is read to its end. Returns. false without memory. */
bool qii_counter_table_print(const struct qii_counter_view *view, struct qp_events *events);

#endif
