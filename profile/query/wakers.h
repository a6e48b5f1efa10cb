/* wakers.h - who woke whom: an edge for each pair of a function in which virtual threads were suspended and the
 * function that woke them, over all call paths of a query. */
#ifndef QP_QUERY_WAKERS_H
#define QP_QUERY_WAKERS_H

#include "profile/query/query.h"

struct qp_waker {
    uint32_t waiter; /* index of a method; QP_NONE = none was entered, here and below */
    uint32_t waker;  /* QP_NONE: not known, too */
    uint64_t count;
    uint64_t suspended; /* ticks until they were woken */
    uint64_t delayed;   /* ticks from then until they went on */
};

struct qp_wakers {
    struct qp_waker *items; /* longest suspended first */
    uint32_t count;
};

/* Returns false without memory; nothing is to be closed then. */
bool qp_wakers_open(struct qp_wakers *wakers, const struct qp_query *query);
void qp_wakers_close(struct qp_wakers *wakers);

#endif
