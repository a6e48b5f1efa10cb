/* neighbours.h - callers or callees of one function, as parts that add up to its total time.
 *
 *   callers  calls by each caller, and the function's time in them if no call of the function was open above:
 *            recursive calls have no time
 *   callees  the function's own time; calls to each callee, and the time in them. Time of the function when it is
 *            called again below a callee belongs to that callee
 *
 *   main 1 > even 10 > odd 20 > even 30 > log 5: all of even's 65 belongs to the caller main; odd is a caller, too,
 *   with time 0. Among the callees odd has 55, and even itself 10. calls.h has all pairs, whose times overlap. */
#pragma once

#include "profile/query/query.h"

enum qp_neighbour_kind {
    QP_NEIGHBOUR_METHOD,
    QP_NEIGHBOUR_THREAD, /* the function was the first on the thread */
    QP_NEIGHBOUR_GROUP,  /* the function was the first on the group's virtual threads */
    QP_NEIGHBOUR_FOLD,   /* folded call paths */
    QP_NEIGHBOUR_OWN     /* the function itself: no call */
};

struct qp_neighbour {
    enum qp_neighbour_kind kind;
    uint32_t index; /* of a method, thread or group */
    uint64_t calls;
    uint64_t total;   /* running time, ticks */
    uint64_t elapsed; /* including runnable, blocked and waiting time */
};

struct qp_neighbours {
    struct qp_neighbour *items; /* by time, then elapsed, then calls, descending */
    uint32_t count;
    struct qp_neighbour all; /* their sum */
};

enum qp_neighbours_side { QP_NEIGHBOURS_CALLERS, QP_NEIGHBOURS_CALLEES };

/* Return false if out of memory; then nothing needs to be closed. */
bool qp_neighbours_open(struct qp_neighbours *neighbours, const struct qp_query *query, uint32_t method,
                        enum qp_neighbours_side side);
void qp_neighbours_close(struct qp_neighbours *neighbours);
