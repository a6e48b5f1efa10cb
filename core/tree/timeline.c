#include "core/tree/timeline.h"

#include "core/thread/journal.h"
#include "core/thread/mark.h"
#include "core/thread/reason.h"

/* The log says again what is mounted. */
static void repeat(struct qp_lane *lane, enum qp_product product)
{
    if (lane->mounted->flags & QP_CONTEXT_VIRTUAL)
        qp_timeline_put(lane, product, QP_EVENT_RUN, qp_lane_reference(lane, lane->mounted), lane->ledger->last);
}

static void log_life(struct qp_lane *lane, enum qp_product product, enum qp_event_kind kind,
                     const struct qp_context *context, uint64_t tick)
{
    if (lane->horizon == 0)
        return;
    bool held = qp_trace_go_on(lane, product);
    qp_trace_append(lane, product, kind, qp_lane_reference(lane, context), tick, context->virtual_id);
    if (held)
        qp_trace_hold(lane, product);
}

void qp_timeline_create(struct qp_lane *lane, enum qp_product product, const struct qp_context *context)
{
    log_life(lane, product, QP_EVENT_CREATE, context, context->start);
}

void qp_timeline_destroy(struct qp_lane *lane, enum qp_product product, const struct qp_context *context)
{
    log_life(lane, product, QP_EVENT_DESTROY, context, context->since);
}

void qp_timeline_put_aside(struct qp_lane *lane, enum qp_product product, const struct qp_context *context, int reason,
                           uint64_t now)
{
    if (lane->horizon == 0)
        return;
    qp_timeline_put(lane, product, QP_EVENT_RUN, qp_lane_reference(lane, context), now);
    qp_timeline_leave(lane, product, reason, context->top, now);
    repeat(lane, product);
}

/* ---- the run and its threads ------------------------------------------------------------------------------- */

/* On the CPU clock, which each thread has for itself, there is no line that all lie on. */
static uint32_t begin(void)
{
    const struct qp_run *run = &qp_runs[QP_QPROF];
    uint64_t size = run->slow & QP_SLOW_CPU ? 0 : run->timeline;
    enum qp_journal_mode mode = size == 0 ? QP_JOURNAL_NONE : size == 1 ? QP_JOURNAL_STOP : QP_JOURNAL_OVERWRITE;
    qp_journal_configure(QP_QPROF, mode, size == 1 ? 0 : size);
    return 0;
}

/* The log of the thread before, or of the run before in the same file, may be held still. */
static void attach(struct qp_lane *lane)
{
    if (qp_journal_is_kept(QP_QPROF)) {
        qp_trace_go_on(lane, QP_QPROF);
        qp_trace_attach(lane, QP_QPROF);
        if (qp_mark_is_paused(QP_QPROF))
            qp_trace_hold(lane, QP_QPROF);
    } else {
        qp_trace_leave(lane, QP_QPROF); /* of an older run */
        lane->horizon = 0;
    }
}

/* Nothing is logged in a pause. After it, and where what was before may be forgotten, the log begins anew. */
static void mark(struct qp_lane *lane, enum qp_mark_kind kind)
{
    if (kind == QP_MARK_PAUSE) {
        qp_trace_hold(lane, QP_QPROF);
        return;
    }
    if (kind == QP_MARK_RESUME)
        qp_trace_go_on(lane, QP_QPROF);
    repeat(lane, QP_QPROF);
}

static void finish(struct qp_lane *lane, bool thread_ends)
{
    if (thread_ends && qp_journal_is_kept(QP_QPROF))
        qp_trace_append(lane, QP_QPROF, QP_EVENT_END, 0, lane->ledger->last, 0);
    qp_trace_settle(lane, QP_QPROF);
}

static void leave(struct qp_carrier *carrier)
{
    qp_trace_leave(&carrier->lanes[QP_QPROF], QP_QPROF);
}

const struct qp_run_hooks qp_timeline_hooks = {
    .begin = begin,
    .attach = attach,
    .mark = mark,
    .finish = finish,
    .leave = leave,
};
