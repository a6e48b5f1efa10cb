/* calls.h - who called whom: an edge for each pair of caller and callee, over all call paths of a query's tree. */
#ifndef QP_DATA_CALLS_H
#define QP_DATA_CALLS_H

#include "data/calltree.h"

struct qp_call {
    uint32_t caller; /* index of a method; QP_NONE = no method: the callee was called first on its thread */
    uint32_t callee;
    uint64_t calls;
    uint64_t total; /* ticks of the callee when this caller called it; where the same edge is open several times on a
                       path (recursion), it is counted once */
};

struct qp_calls {
    struct qp_call *items; /* by caller, then callee; QP_NONE last */
    uint32_t count;
};

/* tree: of one top or several (qp_calltree_open). Call paths that found no room are left out: what they were called by
 * is not known. Returns false without memory; nothing is to be closed then. */
bool qp_calls_open(struct qp_calls *calls, const struct qp_calltree *tree);
void qp_calls_close(struct qp_calls *calls);

#endif
