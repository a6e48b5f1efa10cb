/* wake.h - a virtual thread that was suspended can go on from now on: who made it so, and when. A look-up, a clock
 * read, and one cache line of the virtual thread's.
 *
 * By any thread, in an event of its own lane. What it writes is read by the lane that lets the virtual thread go on; a
 * wake-up that is older than the suspension is none, so one that comes late does no harm. */
#ifndef QP_EVENT_WAKE_H
#define QP_EVENT_WAKE_H

#include "base/clock.h"
#include "core/thread/call.h"
#include "core/tree/hot.h"
#include "core/tree/timeline.h"
#include "core/vthread/vthread.h"

/* The first wake-up of a suspension counts. */
static inline void qp_wake_at(struct qp_lane *lane, enum qp_product product, struct qp_context *context, uint64_t now)
{
    uint8_t state = qp_load_relaxed(&context->state);
    if (!(qp_load_acquire(&context->owner) & QP_OWNER_PARKED) ||
        (state != QP_CONTEXT_BLOCKED && state != QP_CONTEXT_WAITING) ||
        qp_load_relaxed(&context->woken) > qp_load_relaxed(&context->since))
        return;
    bool carried = lane->mounted->flags & QP_CONTEXT_VIRTUAL;
    qp_store_relaxed(&context->waker, qp_lane_reference(lane, qp_frame_node(lane->top)));
    qp_store_relaxed(&context->waker_context, carried ? qp_lane_reference(lane, lane->mounted) : 0);
    qp_store_release(&context->woken, now); /* pairs with qp_settle_woken */
    qp_timeline_put(lane, product, QP_EVENT_WAKE, qp_lane_reference(lane, context), now);
}

QP_SHARED void qp_wake_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id);

static inline __attribute__((always_inline)) void qp_wake(const struct qp_call *call, uint64_t virtual_id)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    bool ready = busy == QP_LANE_FREE && qp_load_relaxed(&lane->virtual_limit) && qp_product_is_timed(call->product);
    struct qp_context *context = ready ? qp_vthread_find(call->product, virtual_id) : NULL;
    if (QP_LIKELY(context != NULL)) {
        qp_wake_at(lane, call->product, context, qp_clock_counter());
        qp_lane_end(lane);
    } else {
        qp_wake_slow(busy == QP_LANE_FREE ? lane : NULL, call, virtual_id);
    }
}

#endif
