/* event.h - how a public event of libvt begins and ends, and goes the slow way.
 *
 * As with libqprof's events: the lane's busy flag keeps handlers out, and a thread that is off has one whose flag is
 * never free. */
#ifndef QP_VT_EVENT_H
#define QP_VT_EVENT_H

#pragma GCC visibility push(default)
#include "VT.h"
#pragma GCC visibility pop

#include "base/atomic.h"
#include "core/record/slow.h"

/* Returns whether the event has begun. */
static inline bool vt_event_begin(struct qp_lane *lane)
{
    if (QP_UNLIKELY(qp_load_relaxed(&lane->busy) != QP_LANE_FREE))
        return false;
    qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
    qp_fence_signal();
    return true;
}

/* Whether the lane is off, so that an event which did not begin is dropped at once. */
static inline bool vt_event_is_off(const struct qp_lane *lane)
{
    return qp_load_relaxed(&lane->busy) == QP_LANE_OFF;
}

static inline void vt_event_end(struct qp_lane *lane)
{
    qp_fence_signal();
    qp_store_release(&lane->busy, QP_LANE_FREE); /* pairs with quiesce */
}

/* The public call that an event came from. */
#define VT_CALL(name) ((struct qp_call){(name), QP_VT, QP_EITHER})

/* Begin an event the slow way. lane is its lane with the busy flag set, NULL where the event found its lane off or
 * busy. Returns the lane, or NULL with the error to return in *result. */
struct qp_lane *vt_event_arrive(struct qp_lane *lane, const struct qp_call *call, int *result);

#endif
