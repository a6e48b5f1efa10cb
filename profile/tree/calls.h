/* calls.h - call graph edges: caller and callee with calls and times, over all call paths of a query.
 *
 *   total      time of the callee when this caller called it; if the same edge is open several times on a path
 *              (recursion), it is counted once
 *   outermost  the part of it that is not below another call of the callee: its sum over all callers is the callee's
 *              total time, even with mutual recursion
 *
 *   main > even 10 > odd 20 > even 30: even's total is 60. main calls even: total and outermost 60. odd calls even:
 *   total 30, outermost 0. */
#pragma once

#include "profile/query/query.h"

struct qp_call_edge {
    uint32_t caller; /* index of a method; QP_NONE = no method: the callee was the first function on its thread */
    uint32_t callee;
    uint64_t calls;
    uint64_t total; /* ticks; in queries without times: calls of the callee and below it */
    uint64_t outermost;
};

/* Origin of an edge without a caller. */
struct qp_call_top {
    uint32_t thread; /* index of a carrier, QP_NONE = a group's */
    uint32_t group;  /* index, QP_NONE = a thread's */
};

struct qp_calls {
    struct qp_call_edge *items; /* by caller, then callee; edges without a caller last, by thread, then group */
    struct qp_call_top *tops;
    uint32_t count;
    uint32_t first_top; /* index of the first item without a caller, which has the first entry of `tops` */
};

/* Collect all edges. Skip folded call paths, since their callers are unknown. Return false if out of memory; then
 * nothing needs to be closed. */
bool qp_calls_open(struct qp_calls *calls, const struct qp_query *query);
void qp_calls_close(struct qp_calls *calls);
