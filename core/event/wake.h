/* wake.h - wake-ups of suspended virtual threads: which thread made a virtual thread runnable, and when.
 *
 * Recording a wake-up takes a look-up, a clock read, and an access to one cache line of the virtual thread. Any thread
 * may record a wake-up, in an event of its own thread state. The thread state that resumes the virtual thread reads the
 * wake-up. A wake-up older than the suspension is ignored, so a wake-up that is recorded too late does no harm. */
#pragma once

#include "base/clock.h"
#include "core/thread/call.h"
#include "core/tree/hot.h"
#include "core/tree/timeline.h"
#include "core/vthread/vthread.h"

/* Record a wake-up, unless one is recorded for this suspension already. The virtual thread has been runnable for `ago`
 * ticks, but not longer than it has been suspended. */
static inline void qp_wake_at(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context,
                              uint64_t now, uint64_t ago)
{
    uint8_t state = qp_load_relaxed(&context->state);
    if (!(qp_load_acquire(&context->owner) & QP_OWNER_PARKED) ||
        (state != QP_CONTEXT_BLOCKED && state != QP_CONTEXT_WAITING) ||
        qp_load_relaxed(&context->woken) > qp_load_relaxed(&context->since))
        return;
    uint64_t first = qp_load_relaxed(&context->since) + 1; /* a wake-up at the suspension itself would be ignored */
    uint64_t woken = QP_LIKELY(ago == 0) || now <= first ? now : now - first > ago ? now - ago : first;
    bool carried = tstate->mounted->flags & QP_CONTEXT_VIRTUAL;
    qp_store_relaxed(&context->waker, qp_tstate_reference(tstate, qp_frame_node(tstate->top)));
    qp_store_relaxed(&context->waker_context, carried ? qp_tstate_reference(tstate, tstate->mounted) : 0);
    qp_store_release(&context->woken, woken); /* pairs with qp_settle_woken */
    qp_timeline_put(tstate, product, QP_EVENT_WAKE, qp_tstate_reference(tstate, context), now);
}

QP_SHARED void qp_wake_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id, uint64_t ago);

static inline __attribute__((always_inline)) void qp_wake(const struct qp_call *call, uint64_t virtual_id)
{
    struct qp_tstate *tstate = qp_tstate_current[call->product];
    uint32_t busy = qp_tstate_begin(tstate);
    bool ready =
        busy == QP_TSTATE_FREE && qp_load_relaxed(&tstate->virtual_limit) && qp_product_is_timed(call->product);
    struct qp_context *context = ready ? qp_vthread_find(call->product, virtual_id) : NULL;
    if (QP_LIKELY(context != NULL)) {
        qp_wake_at(tstate, call->product, context, qp_clock_counter(), 0);
        qp_tstate_end(tstate);
    } else {
        qp_wake_slow(busy == QP_TSTATE_FREE ? tstate : NULL, call, virtual_id, 0);
    }
}

/* Record the wake-up of a virtual thread that has been runnable for this number of nanoseconds. */
static inline void qp_wake_since(const struct qp_call *call, uint64_t virtual_id, uint64_t ago)
{
    qp_wake_slow(qp_tstate_take(call->product), call, virtual_id, ago);
}
