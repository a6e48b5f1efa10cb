/* product.h - which of the two libraries this is. libqprof and libcprof are built from the same sources, with
 * QP_PRODUCT set to QP_QPROF or QP_CPROF: they export the same functions. */
#ifndef QP_QPROF_PRODUCT_H
#define QP_QPROF_PRODUCT_H

#pragma GCC visibility push(default)
#include "qprof.h"
#pragma GCC visibility pop

#include "base/atomic.h"
#include "core/record/slow.h"
#include "data/record.h"

/* libcprof counts without reading the clock. */
#define QP_TIMED (QP_PRODUCT == QP_QPROF)

/* The public call that an event came from, for the slow way. */
#define QP_CALL(flavour, virtual_id) (&(const struct qp_call){__func__, QP_PRODUCT, (flavour), (virtual_id)})

/* Of the events that are not worth a branch less: the calling thread's lane with busy set, NULL when the event is
 * dropped. */
static inline struct qp_lane *qp_product_begin(const struct qp_call *call)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    if (QP_UNLIKELY(qp_load_relaxed(&lane->busy)))
        return qp_slow_arrive(call);
    qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
    qp_fence_signal();
    return lane;
}

/* After an event that went on in line. */
static inline void qp_product_end(struct qp_lane *lane)
{
    qp_fence_signal();
    qp_store_release(&lane->busy, QP_LANE_FREE); /* pairs with quiesce */
}

#endif
