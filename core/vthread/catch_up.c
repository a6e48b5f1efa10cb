#include "core/vthread/catch_up.h"

#include "core/vthread/charge.h"
#include "core/thread/mark.h"
#include "core/vthread/mount.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/times.h"

/* The virtual thread's times cannot be told apart later (times.h). */
static void stop_times(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold)
{
    if (lane->mounted->flags & QP_CONTEXT_VIRTUAL && qp_lane_keeps(lane, cold))
        qp_times_advance(product, cold, lane->mounted, lane->ledger->last);
}

/* Charge the time until a mark, which is recorded or paused by the marks before. On the CPU clock the tick of a mark is
 * not known, so the tick now stands for it. */
static void pass(struct qp_lane *lane, enum qp_product product, struct qp_mark mark)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    bool cpu = qp_runs[product].slow & QP_SLOW_CPU;
    uint64_t tick = cpu ? qp_run_tick(product) : mark.tick;
    if (qp_runs[product].timed && tick > lane->ledger->last)
        qp_charge_until(lane, product, tick);
    if (cpu)
        stop_times(lane, product, cold);
    if (mark.kind == QP_MARK_PAUSE)
        cold->slow |= QP_SLOW_PAUSED;
    else if (mark.kind == QP_MARK_RESUME)
        cold->slow &= ~QP_SLOW_PAUSED;
    else
        qp_mount_epoch(lane, product, &mark);
    const struct qp_run_hooks *hooks = qp_runs[product].hooks;
    if (hooks && hooks->mark)
        hooks->mark(lane, mark.kind);
}

void qp_catch_up(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    while (cold->marks < qp_mark_count(product))
        pass(lane, product, qp_mark_get(product, cold->marks++));
}

void qp_catch_up_at_end(struct qp_lane *lane, enum qp_product product, uint64_t now)
{
    qp_mount_lost(lane, product);
    qp_mount_hold(lane, product);
    qp_catch_up(lane, product);
    if (now > lane->ledger->last)
        qp_charge_until(lane, product, now);
    qp_mount_stop(lane, product);
}

void qp_catch_up_give_up(struct qp_lane *lane, enum qp_product product)
{
    qp_mount_lost(lane, product);
    qp_mount_stop(lane, product);
}

void qp_catch_up_stop_clock(struct qp_lane *lane)
{
    struct qp_ledger *ledger = lane->ledger;
    ledger->wall += ledger->last - ledger->since;
    ledger->since = ledger->last;
}
