/* held.h - calls that blocked a system thread while a virtual thread ran on it: nothing else could run there. */
#pragma once

#include "profile/query/query.h"

/* Calls of a flagged method by another one in virtual threads of a group. */
struct qp_held {
    uint32_t method; /* index of a method */
    uint32_t caller; /* index of a method, QP_NONE = none */
    uint32_t group;  /* index of a group */
    uint64_t calls;
    uint64_t ticks; /* blocked or waiting, without the time in which the virtual threads were suspended */
};

struct qp_held_calls {
    struct qp_held *items; /* most time first */
    uint32_t count;
};

/* Collect the calls. Return false if out of memory; then nothing needs to be closed. */
bool qp_held_open(struct qp_held_calls *held, const struct qp_query *query);
void qp_held_close(struct qp_held_calls *held);
