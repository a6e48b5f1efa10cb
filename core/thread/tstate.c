#include "core/thread/tstate.h"

#include "core/store/process.h"
#include "core/thread/mark.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"

#include <sched.h>

/* Initially `busy` is BUSY, so that events before the first run take the slow path, where they are counted as
 * misuse. */
struct qp_tstate qp_tstate_off[QP_PRODUCTS] = {
    {.busy = QP_TSTATE_BUSY}, {.busy = QP_TSTATE_BUSY}, {.busy = QP_TSTATE_BUSY}};

_Thread_local struct qp_tstate *qp_tstate_current[QP_PRODUCTS] = {&qp_tstate_off[QP_QPROF], &qp_tstate_off[QP_CPROF],
                                                                  &qp_tstate_off[QP_VT]};

uint32_t qp_safepoint_requests[QP_PRODUCTS];

void qp_tstate_detach(enum qp_product product)
{
    qp_tstate_current[product] = &qp_tstate_off[product];
}

void qp_tstate_wait(struct qp_tstate *tstate)
{
    while (qp_load_acquire(&qp_process->held)) {
        qp_store_release(&tstate->busy, QP_TSTATE_FREE);
        /* Keep `busy` at 0 in this loop. Otherwise the thread that holds events would wait for this thread, and
         * finally leave it behind (safepoint.c). */
        while (qp_load_acquire(&qp_process->held))
            sched_yield();
        qp_store_relaxed(&tstate->busy, QP_TSTATE_BUSY);
        qp_fence_full(); /* pairs with qp_safepoint_begin: either that function sees `busy`, or this thread sees
                          * `held` */
    }
}

/* ---- limits ---------------------------------------------------------------------------------------------- */

void qp_tstate_close_limits(struct qp_tstate *tstate)
{
    qp_store_relaxed(&tstate->limit, NULL);
    qp_store_relaxed(&tstate->virtual_limit, NULL);
    qp_store_relaxed(&tstate->paused_limit, NULL);
    qp_store_relaxed(&tstate->paused_virtual_limit, NULL);
    qp_store_relaxed(&tstate->middle_limit, NULL);
    qp_store_relaxed(&tstate->middle_virtual_limit, NULL);
}

bool qp_tstate_has_limits(const struct qp_tstate *tstate)
{
    return qp_load_relaxed(&tstate->limit) || qp_load_relaxed(&tstate->virtual_limit) ||
           qp_load_relaxed(&tstate->paused_limit) || qp_load_relaxed(&tstate->paused_virtual_limit) ||
           qp_load_relaxed(&tstate->middle_limit) || qp_load_relaxed(&tstate->middle_virtual_limit);
}

/* Return true if the next event must take the slow path for a reason that is not in cold->slow: a mark or a break is
 * pending, the product has stopped recording, or events are held. */
static bool is_due(const struct qp_tstate_cold *cold, enum qp_product product)
{
    uint32_t breaks = qp_run_breaks(product);
    return cold->marks != qp_mark_count(product) || breaks != (cold->slow & QP_SLOW_BREAK) ||
           !qp_load_relaxed(&qp_process->recording[product]) || qp_load_relaxed(&qp_process->held);
}

void qp_tstate_open_limits(struct qp_tstate *tstate, enum qp_product product, uint32_t slow)
{
    uint32_t others = slow & ~QP_SLOW_CLOCKS;
    struct qp_frame *fast = slow == 0 ? tstate->end : NULL;
    struct qp_frame *paused = others == QP_SLOW_PAUSED ? tstate->end : NULL;
    struct qp_frame *middle = others == 0 && slow != 0 ? tstate->end : NULL;
    /* Of each pair of limits, one is for runs without virtual threads and the other for runs with virtual threads. */
    bool virtual_threads = qp_runs[product].virtual_threads;
    qp_store_relaxed(&tstate->limit, virtual_threads ? NULL : fast);
    qp_store_relaxed(&tstate->virtual_limit, virtual_threads ? fast : NULL);
    qp_store_relaxed(&tstate->paused_limit, virtual_threads ? NULL : paused);
    qp_store_relaxed(&tstate->paused_virtual_limit, virtual_threads ? paused : NULL);
    qp_store_relaxed(&tstate->middle_limit, virtual_threads ? NULL : middle);
    qp_store_relaxed(&tstate->middle_virtual_limit, virtual_threads ? middle : NULL);
}

void qp_tstate_set_limits(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    /* This load pairs with qp_safepoint_request: if it reads the count of a request, is_due sees the reason of that
     * request. */
    cold->safepoints = qp_load_acquire(&qp_safepoint_requests[product]);
    qp_tstate_open_limits(tstate, product, cold->slow);
    /* Pairs with qp_safepoint_request: either is_due sees the reason, or the request closes the limits after they were
     * set here. */
    qp_fence_signal();
    if (QP_UNLIKELY(is_due(cold, product)))
        qp_tstate_close_limits(tstate);
}
