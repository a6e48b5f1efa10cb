/* totals.h - numbers of a part of a run: a node, a method, a carrier, or several of them. query.h defines each. */
#ifndef QP_QUERY_TOTALS_H
#define QP_QUERY_TOTALS_H

#include <stdbool.h>
#include <stdint.h>

struct qp_totals {
    uint64_t calls;
    uint64_t self;
    uint64_t total;
    uint64_t elapsed;
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
    uint64_t uncounted;
    uint64_t cycles;
    uint64_t acquired;
    uint64_t released;
    uint64_t measured; /* calls that minimum and maximum cover */
    uint64_t minimum;
    uint64_t maximum;
    uint64_t outside; /* of carriers and of all, like scheduler and idle */
    uint64_t scheduler;
    uint64_t idle;
    uint64_t recorder;
    uint64_t paused; /* of carriers, virtual threads and all, like wall */
    uint64_t wall;
    bool estimated; /* the client did not report all suspensions: the split of some of its time, or its callees', is a
                       guess */
};

/* Add parts to a sum, which also gets the smallest minimum and largest maximum. It is estimated if one part is. */
void qp_totals_add(struct qp_totals *sum, const struct qp_totals *parts);

/* Return true if something was called, or has time. */
static inline bool qp_totals_is_called(const struct qp_totals *totals)
{
    return totals->calls || totals->elapsed || totals->uncounted;
}

/* Return true if a method has no number. Overhead counts as one, since it may be all of the method's time. */
bool qp_totals_is_nothing(const struct qp_totals *totals);

#endif
