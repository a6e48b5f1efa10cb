#include "core/tree/timeline.h"

#include "core/thread/journal.h"
#include "core/thread/mark.h"
#include "core/thread/reason.h"

/* Log again which virtual thread is mounted. */
static void repeat(struct qp_tstate *tstate, enum qp_product product)
{
    if (tstate->mounted->flags & QP_CONTEXT_VIRTUAL)
        qp_timeline_put(tstate, product, QP_EVENT_RUN, qp_tstate_reference(tstate, tstate->mounted),
                        tstate->ledger->last);
}

static void log_life(struct qp_tstate *tstate, enum qp_product product, enum qp_event_kind kind,
                     const struct qp_context *context, uint64_t tick)
{
    if (tstate->horizon == 0)
        return;
    bool held = qp_trace_resume(tstate, product);
    qp_trace_append(tstate, product, kind, qp_tstate_reference(tstate, context), tick, context->virtual_id);
    if (held)
        qp_trace_pause(tstate, product);
}

void qp_timeline_create(struct qp_tstate *tstate, enum qp_product product, const struct qp_context *context)
{
    log_life(tstate, product, QP_EVENT_CREATE, context, context->start);
}

void qp_timeline_destroy(struct qp_tstate *tstate, enum qp_product product, const struct qp_context *context)
{
    log_life(tstate, product, QP_EVENT_DESTROY, context, context->since);
}

void qp_timeline_park(struct qp_tstate *tstate, enum qp_product product, const struct qp_context *context, int reason,
                      uint64_t now)
{
    if (tstate->horizon == 0)
        return;
    qp_timeline_put(tstate, product, QP_EVENT_RUN, qp_tstate_reference(tstate, context), now);
    qp_timeline_leave(tstate, product, reason, context->top, now);
    repeat(tstate, product);
}

/* ---- the run and its threads ------------------------------------------------------------------------------- */

/* Configure the log. If the run uses the CPU clock, there is no log, because each thread has its own CPU clock and
 * the events of different threads cannot be put into order. */
static uint32_t begin(void)
{
    const struct qp_run_settings *run = &qp_runs[QP_QPROF];
    uint64_t size = run->slow & QP_SLOW_CPU ? 0 : run->timeline;
    enum qp_journal_mode mode = size == 0 ? QP_JOURNAL_NONE : size == 1 ? QP_JOURNAL_STOP : QP_JOURNAL_OVERWRITE;
    qp_journal_configure(QP_QPROF, mode, size == 1 ? 0 : size);
    return 0;
}

/* Start logging. The carrier's log may still be paused from its previous thread, or from the previous run in the same
 * file. */
static void attach(struct qp_tstate *tstate)
{
    if (qp_journal_is_kept(QP_QPROF)) {
        qp_trace_resume(tstate, QP_QPROF);
        qp_trace_attach(tstate, QP_QPROF);
        if (qp_mark_is_paused(QP_QPROF))
            qp_trace_pause(tstate, QP_QPROF);
    } else {
        qp_trace_leave(tstate, QP_QPROF); /* drop blocks of an older run */
        tstate->horizon = 0;
    }
}

/* Pause the log when a pause begins, and resume it when the pause ends. At the end of a pause, at a clear and at a
 * new phase, also log again which virtual thread is mounted, since a reader may ignore all events before such a mark.
 */
static void mark(struct qp_tstate *tstate, enum qp_mark_kind kind)
{
    if (kind == QP_MARK_PAUSE) {
        qp_trace_pause(tstate, QP_QPROF);
        return;
    }
    if (kind == QP_MARK_RESUME)
        qp_trace_resume(tstate, QP_QPROF);
    repeat(tstate, QP_QPROF);
}

static void finish(struct qp_tstate *tstate, bool thread_ends)
{
    if (thread_ends && qp_journal_is_kept(QP_QPROF))
        qp_trace_append(tstate, QP_QPROF, QP_EVENT_END, 0, tstate->ledger->last, 0);
    qp_trace_settle(tstate, QP_QPROF);
}

static void leave(struct qp_carrier *carrier)
{
    qp_trace_leave(&carrier->tstates[QP_QPROF], QP_QPROF);
}

const struct qp_run_hooks qp_timeline_hooks = {
    .begin = begin,
    .attach = attach,
    .mark = mark,
    .finish = finish,
    .leave = leave,
};
