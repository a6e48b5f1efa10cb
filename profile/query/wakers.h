/* wakers.h - wake-ups as edges from a waking to a waiting function, summed over all call paths of a query. */
#pragma once

#include "profile/query/query.h"

struct qp_waker {
    uint32_t waiter; /* index of a method; QP_NONE = outside of all functions */
    uint32_t waker;  /* index of a method; QP_NONE = outside of all functions, or unknown */
    uint64_t count;
    uint64_t suspended; /* ticks from the suspensions to the wake-ups */
    uint64_t delayed;   /* ticks from the wake-ups until the threads resumed */
};

struct qp_wakers {
    struct qp_waker *items; /* longest suspended first */
    uint32_t count;
};

/* Collect the edges. Return false if out of memory; then nothing needs to be closed. */
bool qp_wakers_open(struct qp_wakers *wakers, const struct qp_query *query);
void qp_wakers_close(struct qp_wakers *wakers);
