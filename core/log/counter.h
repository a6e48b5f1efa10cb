/* counter.h - counters of libvt: names to handles, and whose each is. Their values are in series.h.
 *
 * A name alone tells a counter from others. Handles live as long as the process; a new data file gets all definitions.
 *
 *             find   define, decide, write_all
 *   find      ok     ok               any thread, no lock
 *   others           one after the other (they take the cold lock)
 */
#ifndef QP_LOG_COUNTER_H
#define QP_LOG_COUNTER_H

#include "base/attribute.h"
#include "core/log/symbol.h"

#include <stdint.h>

/* The handle of the counter with index 0. */
#define QP_COUNTER_HANDLES 0x20000000

struct qp_counter {
    uint32_t handle;
    uint32_t rule;  /* QP_RULE_LOGGED or not */
    uint32_t genre; /* QP_COUNTER_*, one of each kind */
    int32_t target;
    const char *path; /* class:name */
    const char *class_name;
    const char *name; /* within path */
    const char *unit; /* NULL = none */
    uint64_t lower;   /* bits of the format, as the next; both 0 when it is not bounded */
    uint64_t upper;
    uint32_t bounded;
    uint32_t unused;
};

struct qp_counter_definition {
    const char *name;
    int class_handle;
    uint32_t genre;
    int32_t target;
    const uint64_t *bounds; /* lower and upper as they are kept, NULL = none */
    const char *unit;
};

/* NULL when the handle was never given out. */
QP_SHARED struct qp_counter *qp_counter_find(int handle);

/* The caller has checked the definition's fields. Returns QP_LOG_OK, or an error with *handle = 0. */
QP_SHARED int qp_counter_define(const struct qp_counter_definition *definition, int *handle);

/* Decide which counters are logged, by class:name; those defined from now on too. */
QP_SHARED void qp_counter_decide(qp_symbol_rule *rule);

/* A new data file. With the cold lock. */
void qp_counter_write_all(void);

#endif
