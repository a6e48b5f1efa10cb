/* calls.h - who called whom: an edge for each pair of caller and callee, over all call paths of a query.
 *
 *   total      time of the callee when this caller called it; where the same edge is open several times on a path
 *              (recursion), it is counted once
 *   outermost  the part of it that was not below another call of the callee: over all callers that is the callee's
 *              total time, however functions call each other
 *
 *   main > even 10 > odd 20 > even 30: even's total is 60. main calls even: total and outermost 60. odd calls even:
 *   total 30, outermost 0.
 */
#ifndef QP_TREE_CALLS_H
#define QP_TREE_CALLS_H

#include "profile/query/query.h"

struct qp_call {
    uint32_t caller; /* index of a method; QP_NONE = no method: the callee was called first on its thread */
    uint32_t callee;
    uint64_t calls;
    uint64_t total; /* ticks; where the query has no time at all, calls of the callee and below it */
    uint64_t outermost;
};

/* Of an edge without a caller: whose first call it was. */
struct qp_call_top {
    uint32_t thread; /* index of a carrier, QP_NONE = a group's */
    uint32_t group;  /* index, QP_NONE = a thread's */
};

struct qp_calls {
    struct qp_call *items; /* by caller, then callee; those without a caller last, by thread, then group */
    struct qp_call_top *tops;
    uint32_t count;
    uint32_t first_top; /* items from here on have no caller, and the tops from 0 on */
};

/* Call paths that found no room are left out: what they were called by is not known. Returns false without memory;
 * nothing is to be closed then. */
bool qp_calls_open(struct qp_calls *calls, const struct qp_query *query);
void qp_calls_close(struct qp_calls *calls);

#endif
