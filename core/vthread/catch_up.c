#include "core/vthread/catch_up.h"

#include "base/atomic.h"
#include "core/vthread/charge.h"
#include "core/thread/mark.h"
#include "core/vthread/mount.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/times.h"

/* Add the time up to the thread state's last tick to the mounted virtual thread's times. If the run uses the CPU
 * clock, recorded and paused time can be distinguished only now, before the mark is processed (times.h). */
static void stop_times(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold)
{
    if (tstate->mounted->flags & QP_CONTEXT_VIRTUAL && qp_tstate_keeps(tstate, cold))
        qp_times_advance(product, cold, tstate->mounted, tstate->ledger->last);
}

/* Process a mark. The time until this mark is charged as recorded or paused time, depending on the marks before this
 * mark. If the run uses the CPU clock, the tick of a mark is unknown, so the current tick stands for it. */
static void pass(struct qp_tstate *tstate, enum qp_product product, struct qp_mark mark)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    bool cpu = qp_runs[product].slow & QP_SLOW_CPU;
    uint64_t tick = cpu ? qp_run_tick(product) : mark.tick;
    if (qp_runs[product].timed && tick > tstate->ledger->last)
        qp_charge_until(tstate, product, tick);
    if (cpu)
        stop_times(tstate, product, cold);
    if (mark.kind == QP_MARK_PAUSE)
        cold->slow |= QP_SLOW_PAUSED;
    else if (mark.kind == QP_MARK_RESUME)
        cold->slow &= ~QP_SLOW_PAUSED;
    else
        qp_mount_epoch(tstate, product, &mark);
    const struct qp_run_hooks *hooks = qp_runs[product].hooks;
    if (hooks && hooks->mark)
        hooks->mark(tstate, mark.kind);
}

void qp_catch_up(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    while (cold->marks < qp_mark_count(product))
        pass(tstate, product, qp_mark_get(product, cold->marks++));
}

void qp_catch_up_at_end(struct qp_tstate *tstate, enum qp_product product, uint64_t now)
{
    qp_store_relaxed(&tstate->ledger->arriving, QP_LEDGER_BUSY);
    qp_mount_lost(tstate, product);
    qp_mount_hold(tstate, product);
    qp_catch_up(tstate, product);
    if (now > tstate->ledger->last)
        qp_charge_until(tstate, product, now);
    qp_mount_stop(tstate, product);
}

void qp_catch_up_give_up(struct qp_tstate *tstate, enum qp_product product)
{
    qp_store_relaxed(&tstate->ledger->arriving, QP_LEDGER_BUSY);
    qp_mount_lost(tstate, product);
    qp_mount_stop(tstate, product);
}

void qp_catch_up_stop_clock(struct qp_tstate *tstate)
{
    struct qp_ledger *ledger = tstate->ledger;
    ledger->wall += ledger->last - ledger->since;
    ledger->since = ledger->last;
    qp_fence_signal();
    qp_store_relaxed(&ledger->arriving, ledger->last);
}
