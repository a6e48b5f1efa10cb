/* neighbours.h - who called a function, and what its time went to: parts that add up to all of it.
 *
 *   callers   of each its calls, and the time of the function when it called it and no call of the function was open
 *             above: recursion has calls, and no time
 *   callees   the function's own time, and of each the calls from the function and the time that went to it. What the
 *             function did when it was called again from below a callee is a part of that callee's
 *
 *   main 1 > even 10 > odd 20 > even 30 > log 5: of even's 65 all is main's among the callers; odd called it too, for
 *   nothing. Among the callees odd has 55, and 10 is even's own. calls.h has all pairs, whose times overlap. */
#ifndef QP_TREE_NEIGHBOURS_H
#define QP_TREE_NEIGHBOURS_H

#include "profile/query/query.h"

enum qp_neighbour_kind {
    QP_NEIGHBOUR_METHOD,
    QP_NEIGHBOUR_THREAD, /* it was called first on it */
    QP_NEIGHBOUR_GROUP,  /* the same, on virtual threads */
    QP_NEIGHBOUR_FOLD,   /* call paths that found no room */
    QP_NEIGHBOUR_OWN     /* the function itself: no call */
};

struct qp_neighbour {
    enum qp_neighbour_kind kind;
    uint32_t index; /* of a method, thread or group */
    uint64_t calls;
    uint64_t total;   /* running time, ticks */
    uint64_t elapsed; /* with what was runnable, blocked and waiting */
};

struct qp_neighbours {
    struct qp_neighbour *items; /* most time first, then most elapsed, then most calls */
    uint32_t count;
    struct qp_neighbour all; /* their sum */
};

enum qp_neighbours_side { QP_NEIGHBOURS_CALLERS, QP_NEIGHBOURS_CALLEES };

/* Returns false without memory; nothing is to be closed then. */
bool qp_neighbours_open(struct qp_neighbours *neighbours, const struct qp_query *query, uint32_t method,
                        enum qp_neighbours_side side);
void qp_neighbours_close(struct qp_neighbours *neighbours);

#endif
