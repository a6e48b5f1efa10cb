/* counter.h - definitions of libvt's counters: name, handle, and target (the processes, threads or hosts that a
 * value describes). Values are logged by series.h.
 *
 * A counter is identified by its name alone. Handles live as long as the process; a new data file gets all definitions.
 * Any thread may call qp_counter_find, without a lock, even while other threads define counters. The other functions
 * take the cold lock, except qp_counter_write_all. */
#pragma once

#include "base/attribute.h"
#include "core/log/symbol.h"

#include <stdint.h>

/* Handle of the counter with index 0. */
#define QP_COUNTER_HANDLES 0x20000000

struct qp_counter {
    const char *name;
    uint32_t handle;
    uint32_t rule;  /* QP_RULE_LOGGED or 0 */
    uint32_t genre; /* QP_COUNTER_*, one bit of each group */
    int32_t target;
    const char *path; /* class:name */
    const char *class_name;
    const char *unit; /* NULL = none */
    uint64_t lower;   /* lower bound, as bits in the counter's format; both bounds are 0 if the counter has none */
    uint64_t upper;
    uint32_t bounded; /* 1 = the counter has bounds */
    uint32_t unused;
};

/* Return the counter of a handle; NULL if the handle does not exist. */
QP_SHARED struct qp_counter *qp_counter_find(int handle);

/* Define a counter of a class. `wanted` has its name, genre, target, unit and bounds, which the caller has checked.
 * Return QP_LOG_OK, or an error with *handle = 0. */
QP_SHARED int qp_counter_define(const struct qp_counter *wanted, int class_handle, int *handle);

/* Set the rule that decides by class:name which counters are logged, including counters defined later. */
QP_SHARED void qp_counter_decide(qp_symbol_rule *rule);

/* Write all counters into a new data file. Requires the cold lock. */
void qp_counter_write_all(void);
