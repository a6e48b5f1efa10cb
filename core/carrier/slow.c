#include "core/carrier/slow.h"

#include "base/check.h"
#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/carrier/carrier.h"
#include "core/vthread/catch_up.h"
#include "core/vthread/charge.h"
#include "core/tree/hot.h"
#include "core/vthread/mount.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/times.h"

void (*qp_slow_forked)(void);

/* A program that never starts a run pays a branch for each call: after 1000 it is known that it is misuse. */
#define MOST_EARLY 1000

/* A run that begins sets the off lane to look again. Where it did so before the store here, this does it instead. */
static void look_no_more(enum qp_product product)
{
    qp_store_relaxed(&qp_lane_off[product].busy, QP_LANE_OFF);
    qp_fence_full(); /* pairs with the start of a run: it sees OFF and undoes it, or this sees that it records */
    if (qp_load_acquire(&qp_process->recording[product]))
        qp_store_release(&qp_lane_off[product].busy, QP_LANE_BUSY);
}

static void count_early(const struct qp_call *call)
{
    static uint32_t early[QP_PRODUCTS];
    if (call->product == QP_VT && qp_load_relaxed(&qp_run_awaited))
        return;
    if (qp_run_number(call->product) == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_NOT_RUNNING, "%s", call->name);
    if (qp_run_number(call->product) != 0 || qp_add_relaxed(&early[call->product], 1) >= MOST_EARLY)
        look_no_more(call->product);
}

struct qp_lane *qp_slow_arrive(const struct qp_call *call)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    if (lane != &qp_lane_off[call->product] && lane->base) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_NESTED_EVENT, "%s", call->name);
        return NULL;
    }
    void (*follow)(void) = qp_load_acquire(&qp_slow_forked);
    if (follow && !qp_load_acquire(&qp_process->alive) && !qp_occupy_is())
        follow();
    if (!qp_load_acquire(&qp_process->recording[call->product])) {
        count_early(call);
        return NULL;
    }
    if (qp_occupy_is() || qp_lane_is_nested(call->product)) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_NESTED_EVENT, "%s", call->name);
        return NULL;
    }
    lane = qp_carrier_attach(call->product);
    if (lane)
        qp_store_relaxed(&lane->busy, 1);
    qp_fence_signal();
    return lane;
}

/* The lane of a run that is over, or of the parent of a forked child, serves no more: the thread gets one of the
 * present run, if there is one. */
static struct qp_lane *renew(struct qp_lane *lane, const struct qp_call *call)
{
    qp_lane_detach(call->product);
    qp_store_release(&lane->busy, 0);
    return qp_slow_arrive(call);
}

bool qp_slow_is_current(struct qp_lane *lane, enum qp_product product)
{
    return lane->base && qp_load_acquire(&qp_process->recording[product]) &&
           qp_lane_cold(lane, product)->run == qp_run_number(product);
}

/* Look after what closed the lane's limits. Returns the lane to go on with, NULL when there is none. */
static struct qp_lane *look_after(struct qp_lane *lane, const struct qp_call *call)
{
    /* Again when the run of the lane ended before the event began in it. */
    for (qp_lane_wait(lane); !qp_slow_is_current(lane, call->product); qp_lane_wait(lane)) {
        lane = renew(lane, call);
        if (!lane)
            return NULL;
    }
    struct qp_lane_cold *cold = qp_lane_cold(lane, call->product);
    cold->slow = (cold->slow & ~QP_SLOW_BREAK) | qp_run_breaks(call->product);
    return lane;
}

struct qp_lane *qp_slow_begin(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id)
{
    enum qp_product product = call->product;
    const struct qp_run *run = &qp_runs[product];
    /* An open lane has no mark, break or end of a run to look for: without the looks a virtual thread's life takes 420
     * ns, with them 455. */
    bool open = lane && qp_load_relaxed(&lane->virtual_limit);
    if (!lane)
        lane = qp_slow_arrive(call);
    if (!lane)
        return NULL;
    /* Calibration's scratch lane is not the thread's: it plays events while the session's lock keeps the others busy.
     */
    if (lane == qp_lane_current[product] && qp_lane_is_nested(product)) {
        qp_diagnose(product, QP_DIAGNOSTIC_NESTED_EVENT, "%s", call->name);
        qp_store_release(&lane->busy, QP_LANE_FREE);
        return NULL;
    }
    if (!open)
        lane = look_after(lane, call);
    if (!lane)
        return NULL;
    qp_store_relaxed(&lane->ledger->arriving, QP_LEDGER_BUSY);
    qp_mount_lost(lane, product);
    bool is_named = call->flavour == QP_VIRTUAL && run->virtual_threads && qp_hot_mounted(lane, virtual_id);
    if (!is_named)
        qp_mount_hold(lane, product);
    if (!open)
        qp_catch_up(lane, product);
    bool names = call->flavour == QP_VIRTUAL || call->flavour == QP_NAMED;
    if (call->flavour != QP_EITHER && names != run->virtual_threads)
        qp_run_wrong_flavour(product, call->name);
    if (call->flavour != QP_VIRTUAL || !run->virtual_threads || is_named)
        return lane;
    if (qp_mount(lane, product, virtual_id, QPROF_REASON_RUNNABLE, false) == 0) {
        if (qp_lane_cold(lane, product)->begins)
            qp_mount_begin_to_run(lane, product);
        return lane;
    }
    qp_slow_end(lane, product);
    return NULL;
}

bool qp_slow_may_charge(enum qp_product product)
{
    const struct qp_run *run = &qp_runs[product];
    return qp_load_relaxed(&run->timed) && !(qp_load_relaxed(&run->slow) & (QP_SLOW_CPU | QP_SLOW_SAMPLED));
}

struct qp_lane *qp_slow_begin_charged(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                      uint64_t *since)
{
    enum qp_product product = call->product;
    uint64_t tick = lane && qp_slow_may_charge(product) ? qp_clock_read_after() : 0;
    *since = 0;
    lane = qp_slow_begin(lane, call, virtual_id);
    /* Another run may have begun since: again, in the event. */
    if (!lane || tick == 0 || !qp_slow_may_charge(product) || qp_lane_cold(lane, product)->slow & QP_SLOW_PAUSED)
        return lane;
    if (tick > lane->ledger->last)
        qp_charge_until(lane, product, tick);
    *since = lane->ledger->last;
    return lane;
}

struct qp_lane *qp_slow_take(const struct qp_call *call, uint64_t virtual_id)
{
    return qp_slow_begin(qp_lane_take(call->product), call, virtual_id);
}

/* All that is to be done but to let the next event in. */
static void settle(struct qp_lane *lane, enum qp_product product)
{
    const struct qp_run_hooks *hooks = qp_runs[product].hooks;
    if (hooks && hooks->settle)
        hooks->settle(lane);
    qp_mount_follow_top(lane, product);
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    uint32_t slow = cold->slow & ~QP_SLOW_ORDERED;
    if (cold->slow == 0 && qp_load_relaxed(&lane->virtual_limit))
        qp_lane_stay_open(lane, product, cold);
    else if (slow == 0 || slow == QP_SLOW_PAUSED || qp_lane_has_limits(lane))
        qp_lane_set_limits(lane, product);
    QP_CHECK(qp_lane_is_valid(lane));
}

static void let_in(struct qp_lane *lane, enum qp_product product)
{
    qp_mount_release(lane, product);
    qp_store_relaxed(&lane->ledger->arriving, lane->ledger->last);
    qp_lane_end(lane);
}

void qp_slow_end(struct qp_lane *lane, enum qp_product product)
{
    settle(lane, product);
    if (qp_lane_cold(lane, product)->begins)
        qp_mount_begin_to_run(lane, product);
    let_in(lane, product);
}

void qp_slow_end_as_recorder(struct qp_lane *lane, enum qp_product product)
{
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_context *context = lane->mounted;
    uint64_t from = lane->ledger->last;
    settle(lane, product);
    uint64_t ticks = qp_charge_recorder(lane, product);
    if (ticks > 0 && context != &cold->own && qp_lane_keeps(lane, cold)) {
        qp_times_advance(product, cold, context, from);
        qp_times_add_rare(context, QP_CONTEXT_RECORDER, ticks);
        qp_store_relaxed(&context->since, from + ticks);
    }
    let_in(lane, product);
}
