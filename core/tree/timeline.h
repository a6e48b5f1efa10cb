/* timeline.h - libqprof's event log of virtual threads, if a run wants one.
 *
 * The log records which virtual thread ran on which carrier from when to when, where and why the virtual thread left
 * the carrier, and which threads woke and created it. The log adds one store to an inline switch. In a run
 * without a log, the switch still makes one test. Only the thread that owns the thread state may call these functions,
 * during an event. */
#pragma once

#include "core/thread/run.h"
#include "core/thread/trace.h"

/* Log an event of a virtual thread. If the run has no log, do nothing: the thread state's horizon is 0 then. */
static inline void qp_timeline_put(struct qp_tstate *tstate, enum qp_product product, enum qp_event_kind kind,
                                   uint32_t reference, uint64_t now)
{
    bool fits = now - tstate->logged < (uint64_t)1 << (64 - qp_event_tick_shift(QP_EVENT_RUN));
    if (tstate->word < tstate->words_end && QP_LIKELY(fits))
        qp_trace_put(tstate, kind, reference, now);
    else if (QP_UNLIKELY(tstate->horizon != 0))
        qp_trace_append(tstate, product, kind, reference, now, 0);
}

/* Log that the mounted virtual thread leaves the carrier, with this node on top, for this reason (QPROF_REASON_*). */
static inline void qp_timeline_leave(struct qp_tstate *tstate, enum qp_product product, int reason, uint32_t node,
                                     uint64_t now)
{
    qp_timeline_put(tstate, product, (enum qp_event_kind)(QP_EVENT_READY + reason), node, now);
}

/* qp_timeline_create logs that a virtual thread was created, qp_timeline_destroy that it has ended. Both events are
 * logged even in a pause, because events identify a virtual thread by its context, and another virtual thread reuses
 * the context soon after the end. */
void qp_timeline_create(struct qp_tstate *tstate, enum qp_product product, const struct qp_context *context);
void qp_timeline_destroy(struct qp_tstate *tstate, enum qp_product product, const struct qp_context *context);

/* Log that this thread state suspended a virtual thread that does not run on it. */
void qp_timeline_park(struct qp_tstate *tstate, enum qp_product product, const struct qp_context *context, int reason,
                      uint64_t now);

/* Functions that libqprof's run calls to keep this log. */
extern QP_SHARED const struct qp_run_hooks qp_timeline_hooks;
