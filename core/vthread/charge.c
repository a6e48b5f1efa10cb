#include "core/vthread/charge.h"

#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/tree/context.h"
#include "core/thread/processor.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/times.h"

static void charge_top(struct qp_tstate *tstate, struct qp_tstate_cold *cold, uint64_t ticks)
{
    qp_frame_node(tstate->top)->self += ticks;
    if (tstate->mounted->flags & QP_CONTEXT_VIRTUAL && tstate->mounted->group == 0)
        cold->ungrouped += ticks;
    if (tstate->mounted->flags & QP_CONTEXT_MEASURED)
        *qp_context_tick(tstate, tstate->bottom) += ticks;
}

static void set_estimated(const struct qp_tstate_cold *cold)
{
    struct qp_root *root = qp_store_at(cold->root);
    qp_or_relaxed(&root->flags, QP_ROOT_ESTIMATED);
}

/* Charge the time until `now`, in which no virtual thread was mounted, to the scheduler. If this time is long, the
 * part in which the thread was not on the processor is idle time instead. */
static void charge_scheduler(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold,
                             uint64_t now)
{
    struct qp_ledger *ledger = tstate->ledger;
    uint64_t ticks = now - ledger->last, used = ticks;
    if (ticks > qp_load_relaxed(&qp_processor_gap)) {
        used = qp_processor_used(tstate, product, ledger->last, now);
        set_estimated(cold);
    }
    ledger->scheduler += used;
    ledger->idle += ticks - used;
}

/* Charge a long gap between two events to the mounted virtual thread in a run whose client reports no suspensions.
 * The virtual thread counts as running for as long as the carrier was on the processor. For the rest of the gap the
 * virtual thread counts as runnable. */
static void charge_gap(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold, uint64_t now)
{
    struct qp_ledger *ledger = tstate->ledger;
    uint64_t ticks = now - ledger->last;
    uint64_t used = qp_processor_used(tstate, product, ledger->last, now);
    charge_top(tstate, cold, used);
    ledger->idle += ticks - used;
    set_estimated(cold);
    qp_times_stall(tstate, product, ledger->last + used, now);
}

/* Return true if a virtual thread is mounted, the client reports no suspensions, and the time in the method on top
 * counts as running. */
static bool lacks_suspensions(const struct qp_tstate *tstate, enum qp_product product)
{
    return tstate->mounted->flags & QP_CONTEXT_VIRTUAL && tstate->mounted->group != 0 &&
           qp_load_relaxed(&qp_runs[product].waits) == QP_WAITS_UNREPORTED &&
           !(qp_frame_node(tstate->top)->flags & QP_NODE_FLAGGED);
}

void qp_charge_until(struct qp_tstate *tstate, enum qp_product product, uint64_t now)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    struct qp_ledger *ledger = tstate->ledger;
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
    else if (qp_tstate_is_idle(tstate, cold))
        charge_scheduler(tstate, product, cold, now);
    else if (now - ledger->last > qp_load_relaxed(&qp_processor_gap) && lacks_suspensions(tstate, product))
        charge_gap(tstate, product, cold, now);
    else
        charge_top(tstate, cold, now - ledger->last);
    qp_fence_signal();
    qp_store_relaxed(&ledger->last, now);
    qp_fence_signal();
    if (before == QP_LEDGER_BUSY)
        qp_store_relaxed(&ledger->arriving, QP_LEDGER_BUSY);
}

void qp_charge(struct qp_tstate *tstate, enum qp_product product)
{
    if (qp_runs[product].timed && !(qp_tstate_cold(tstate, product)->slow & (QP_SLOW_PAUSED | QP_SLOW_SAMPLED)))
        qp_charge_until(tstate, product, qp_run_tick(product));
}

uint64_t qp_charge_recorder(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    uint64_t from = tstate->ledger->last;
    if (!qp_runs[product].timed || cold->slow & (QP_SLOW_RECORDER | QP_SLOW_PAUSED | QP_SLOW_CPU | QP_SLOW_SAMPLED))
        return 0;
    cold->slow |= QP_SLOW_RECORDER;
    qp_charge_until(tstate, product, qp_clock_read_after());
    cold->slow &= ~QP_SLOW_RECORDER;
    return tstate->ledger->last - from;
}
