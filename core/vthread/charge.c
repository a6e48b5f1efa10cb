#include "core/vthread/charge.h"

#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/tree/context.h"
#include "core/thread/processor.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/times.h"

static void charge_top(struct qp_lane *lane, struct qp_lane_cold *cold, uint64_t ticks)
{
    qp_frame_node(lane->top)->self += ticks;
    if (lane->mounted->flags & QP_CONTEXT_VIRTUAL && lane->mounted->group == 0)
        cold->ungrouped += ticks;
    if (lane->mounted->flags & QP_CONTEXT_MEASURED)
        *qp_context_tick(lane, lane->bottom) += ticks;
}

static void set_estimated(const struct qp_lane_cold *cold)
{
    struct qp_root *root = qp_store_at(cold->root);
    qp_or_relaxed(&root->flags, QP_ROOT_ESTIMATED);
}

/* No virtual thread is mounted: the carrier looks for one, or sleeps. */
static void charge_scheduler(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold, uint64_t now)
{
    struct qp_ledger *ledger = lane->ledger;
    uint64_t ticks = now - ledger->last, used = ticks;
    if (ticks > qp_load_relaxed(&qp_processor_gap)) {
        used = qp_processor_used(lane, product, ledger->last, now);
        set_estimated(cold);
    }
    ledger->scheduler += used;
    ledger->idle += ticks - used;
}

/* Nothing happened for long, and the client never tells when a virtual thread leaves its carrier. As long as the
 * carrier was on the processor, the virtual thread ran; then it could not go on. */
static void charge_gap(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold, uint64_t now)
{
    struct qp_ledger *ledger = lane->ledger;
    uint64_t ticks = now - ledger->last;
    uint64_t used = qp_processor_used(lane, product, ledger->last, now);
    charge_top(lane, cold, used);
    ledger->idle += ticks - used;
    set_estimated(cold);
    qp_times_stall(lane, product, ledger->last + used, now);
}

/* Whether what is mounted is a virtual thread of a client that tells of no suspension, in a method whose time is its
 * running time. */
static bool is_untold(const struct qp_lane *lane, enum qp_product product)
{
    return lane->mounted->flags & QP_CONTEXT_VIRTUAL && lane->mounted->group != 0 &&
           qp_load_relaxed(&qp_runs[product].told) == QP_TOLD_NEVER &&
           !(qp_frame_node(lane->top)->flags & QP_NODE_FLAGGED);
}

void qp_charge_until(struct qp_lane *lane, enum qp_product product, uint64_t now)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_ledger *ledger = lane->ledger;
    uint64_t before = ledger->arriving;
    if (now < ledger->last) {
        qp_diagnose(product, QP_DIAGNOSTIC_CLOCK_BACKWARDS, "by %llu ticks", (unsigned long long)(ledger->last - now));
        now = ledger->last;
    }
    qp_store_relaxed(&ledger->arriving, now);
    qp_fence_signal();
    if (cold->slow & QP_SLOW_OFF)
        ledger->paused += now - ledger->last;
    else if (cold->slow & QP_SLOW_RECORDER)
        ledger->recorder += now - ledger->last;
    else if (qp_lane_is_idle(lane, cold))
        charge_scheduler(lane, product, cold, now);
    else if (now - ledger->last > qp_load_relaxed(&qp_processor_gap) && is_untold(lane, product))
        charge_gap(lane, product, cold, now);
    else
        charge_top(lane, cold, now - ledger->last);
    qp_fence_signal();
    qp_store_relaxed(&ledger->last, now);
    qp_fence_signal();
    if (before == QP_LEDGER_BUSY)
        qp_store_relaxed(&ledger->arriving, QP_LEDGER_BUSY);
}

void qp_charge(struct qp_lane *lane, enum qp_product product)
{
    if (qp_runs[product].timed && !(qp_lane_cold(lane, product)->slow & (QP_SLOW_PAUSED | QP_SLOW_SAMPLED)))
        qp_charge_until(lane, product, qp_run_tick(product));
}

uint64_t qp_charge_recorder(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    uint64_t from = lane->ledger->last;
    if (!qp_runs[product].timed || cold->slow & (QP_SLOW_RECORDER | QP_SLOW_PAUSED | QP_SLOW_CPU | QP_SLOW_SAMPLED))
        return 0;
    cold->slow |= QP_SLOW_RECORDER;
    qp_charge_until(lane, product, qp_clock_read_after());
    cold->slow &= ~QP_SLOW_RECORDER;
    return lane->ledger->last - from;
}
