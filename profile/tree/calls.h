/* calls.h - call graph edges: caller and callee with calls and times, over all call paths of a query.
 *
 *   total      time of the callee when this caller called it. If the same edge occurs several times on a call path
 *              (recursion), the time is counted once
 *   outermost  the part of total that is not below another call of the callee. The sum of outermost over all callers
 *              is the callee's total time, even with mutual recursion
 *
 * Example: in the call path main > even > odd > even, the functions have the self times 0, 10, 20 and 30. The total
 * time of even is 60. The edge from main to even has total and outermost 60, the edge from odd to even has total 30 and
 * outermost 0. */
#pragma once

#include "profile/query/query.h"

struct qp_call_edge {
    uint32_t caller; /* index of a method; QP_NONE if the callee was the first function on its thread */
    uint32_t callee;
    uint64_t calls;
    uint64_t total; /* in ticks; in queries without times: number of calls of the callee and of all functions below
                     * it */
    uint64_t outermost;
};

/* Origin of an edge without a caller: the thread or group whose first function is the callee. */
struct qp_call_top {
    uint32_t thread; /* index of a carrier; QP_NONE = a group */
    uint32_t group;  /* index of a group; QP_NONE = a carrier */
};

struct qp_calls {
    struct qp_call_edge *items; /* sorted by caller, then callee; edges without a caller come last, by thread, then
                                 * group */
    struct qp_call_top *tops;
    uint32_t count;
    uint32_t first_top; /* index of the first item without a caller; its origin is tops[0] */
};

/* Collect all edges. Skip folded call paths, because their callers are unknown. Return false if out of memory; then
 * nothing needs to be closed. */
bool qp_calls_open(struct qp_calls *calls, const struct qp_query *query);
void qp_calls_close(struct qp_calls *calls);
