/* held.h - calls that blocked a system thread in virtual threads, or in callbacks of the event loop that runs them. */
#pragma once

#include "profile/query/query.h"

/* Calls of a method by one caller in virtual threads of a group, or in callbacks. */
struct qp_held {
    uint32_t method; /* index of a method */
    uint32_t caller; /* index of a method, or QP_NONE */
    uint32_t group;  /* index of a group, or QP_NONE in callbacks */
    uint64_t calls;  /* number of calls, and of resumptions of calls in which virtual threads were suspended */
    uint64_t ticks;  /* without time in which virtual threads were suspended, and without calls that are items, too */
};

struct qp_held_calls {
    struct qp_held *items; /* most time first */
    uint32_t count;
};

#define QP_HELD_NS 10000000 /* least average time of a call, in nanoseconds */

/* Collect all calls of methods flagged as blocking or waiting. If virtual threads had to wait for a system thread, add
 * the innermost calls that ran for at least QP_HELD_NS on average without being suspended. A sampled run has none.
 * Return false if out of memory; then nothing needs to be closed. */
bool qp_held_open(struct qp_held_calls *held, const struct qp_query *query);
void qp_held_close(struct qp_held_calls *held);
