/* totals.h - the numbers of a part of a run: of a node, a method, a carrier, of several of them. query.h says what each
 * means. */
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
    uint64_t outside; /* of carriers and of all, as are the next two */
    uint64_t scheduler;
    uint64_t idle;
    uint64_t recorder;
    uint64_t paused; /* of carriers, virtual threads and all; wall too */
    uint64_t wall;
    bool estimated; /* its client did not tell all: it is a guess how some of its time, or its callees', is split */
};

/* Add parts to a sum. The smallest and largest are of all; its estimate is, when one part is. */
void qp_totals_add(struct qp_totals *sum, const struct qp_totals *parts);

/* Whether a method has no number. Own cost may have been all of its time, which is one. */
bool qp_totals_is_nothing(const struct qp_totals *totals);

#endif
