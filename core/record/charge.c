#include "core/record/charge.h"

#include "core/store/diagnose.h"
#include "core/record/context.h"
#include "core/record/reason.h"
#include "core/record/run.h"

static void charge_top(struct qp_lane *lane, uint64_t ticks)
{
    qp_frame_node(lane->top)->self += ticks;
    if (lane->mounted->flags & QP_CONTEXT_MEASURED)
        *qp_context_tick(lane, lane->bottom) += ticks;
}

void qp_charge_until(struct qp_lane *lane, enum qp_product product, uint64_t now)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    const struct qp_lane_cold *cold = &carrier->cold[product];
    if (now < lane->last) {
        qp_diagnose(product, QP_DIAGNOSTIC_CLOCK_BACKWARDS, "by %llu ticks", (unsigned long long)(lane->last - now));
        now = lane->last;
    }
    if (cold->slow & QP_SLOW_OFF)
        carrier->record->buckets[product].paused += now - lane->last;
    else if (cold->slow & QP_SLOW_CALLBACK)
        carrier->record->buckets[product].recorder += now - lane->last;
    else
        charge_top(lane, now - lane->last);
    lane->last = now;
}

void qp_charge(struct qp_lane *lane, enum qp_product product)
{
    if (qp_runs[product].timed && !(qp_lane_cold(lane, product)->slow & QP_SLOW_PAUSED))
        qp_charge_until(lane, product, qp_run_tick(product));
}
