/* neighbours.h - callers or callees of one function, with times that add up to the function's total time.
 *
 *   callers  for each caller: its calls of the function, and the time in them. Calls below another call of the function
 *            (recursion) add no time
 *   callees  for each callee: the function's calls of it, and the time in them. If the function is called again below a
 *            callee, that time belongs to the callee. The function's own time is one more row
 *
 * Example: in the call path main > even > odd > even > log, the functions have the self times 1, 10, 20, 30 and 5. The
 * total time of even is 65. Among its callers, main has all 65, and odd has 0. Among its callees, odd has 55; the other
 * 10 are even's own time. In contrast, calls.h has all pairs of caller and callee, whose times overlap. */
#pragma once

#include "profile/query/query.h"

enum qp_neighbour_kind {
    QP_NEIGHBOUR_METHOD,
    QP_NEIGHBOUR_THREAD, /* the function was the first on the thread */
    QP_NEIGHBOUR_GROUP,  /* the function was the first on the group's virtual threads */
    QP_NEIGHBOUR_FOLD,   /* folded call paths */
    QP_NEIGHBOUR_OWN     /* own time of the function, which is no call */
};

struct qp_neighbour {
    enum qp_neighbour_kind kind;
    uint32_t index; /* index of a method, thread or group */
    uint64_t calls;
    uint64_t total;   /* running time in ticks */
    uint64_t elapsed; /* elapsed ticks, including runnable, blocked and waiting time */
};

struct qp_neighbours {
    struct qp_neighbour *items; /* sorted by total, then elapsed, then calls, descending */
    uint32_t count;
    struct qp_neighbour all; /* sum of all items */
};

enum qp_neighbours_side { QP_NEIGHBOURS_CALLERS, QP_NEIGHBOURS_CALLEES };

/* Find the callers or the callees of a method. Return false if out of memory; then nothing needs to be closed. */
bool qp_neighbours_open(struct qp_neighbours *neighbours, const struct qp_query *query, uint32_t method,
                        enum qp_neighbours_side side);
void qp_neighbours_close(struct qp_neighbours *neighbours);
