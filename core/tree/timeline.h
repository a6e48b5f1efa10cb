/* timeline.h - what libqprof's log has, when a run asks for it: which virtual thread ran on which carrier from when to
 * when, where it left it and for what, who woke and who created it.
 *
 * In line a test where there is no log, and a store where there is one. By the owner of the lane, in an event. */
#ifndef QP_TREE_TIMELINE_H
#define QP_TREE_TIMELINE_H

#include "core/thread/run.h"
#include "core/thread/trace.h"

/* Horizons of lanes that log nothing are 0. */
static inline void qp_timeline_put(struct qp_lane *lane, enum qp_product product, enum qp_event_kind kind,
                                   uint32_t reference, uint64_t now)
{
    bool fits = now - lane->logged < (uint64_t)1 << (64 - qp_event_tick_shift(QP_EVENT_RUN));
    if (lane->word < lane->words_end && QP_LIKELY(fits))
        qp_trace_put(lane, kind, reference, now);
    else if (QP_UNLIKELY(lane->horizon != 0))
        qp_trace_append(lane, product, kind, reference, now, 0);
}

/* What runs here leaves the carrier, with this node on top, for this reason (QPROF_REASON_*). */
static inline void qp_timeline_leave(struct qp_lane *lane, enum qp_product product, int reason, uint32_t node,
                                     uint64_t now)
{
    qp_timeline_put(lane, product, (enum qp_event_kind)(QP_EVENT_READY + reason), node, now);
}

/* It was made just now, or it has ended. Told in a pause too: the context of one that ended is another's soon. */
void qp_timeline_create(struct qp_lane *lane, enum qp_product product, const struct qp_context *context);
void qp_timeline_destroy(struct qp_lane *lane, enum qp_product product, const struct qp_context *context);

/* It was put aside at the word of this lane, where it does not run. */
void qp_timeline_put_aside(struct qp_lane *lane, enum qp_product product, const struct qp_context *context, int reason,
                           uint64_t now);

/* Those of libqprof. */
extern QP_SHARED const struct qp_run_hooks qp_timeline_hooks;

#endif
