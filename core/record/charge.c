#include "core/record/charge.h"

#include "core/store/diagnose.h"
#include "core/record/reason.h"
#include "core/record/run.h"

/* The node on top, unless another lane has taken the virtual thread over meanwhile: then it ran there, and here the
 * thread was in no method. */
static struct qp_node *charged(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    if (qp_lane_owns(lane, cold))
        return qp_frame_node(lane->top);
    return qp_lane_node(lane, ((const struct qp_root *)qp_store_at(cold->root))->node);
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
        charged(lane, cold)->self += now - lane->last;
    lane->last = now;
}

void qp_charge(struct qp_lane *lane, enum qp_product product)
{
    if (qp_runs[product].timed && !(qp_lane_cold(lane, product)->slow & QP_SLOW_PAUSED))
        qp_charge_until(lane, product, qp_run_tick(product));
}
