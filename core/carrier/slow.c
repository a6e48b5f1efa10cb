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

/* Number of calls before the first run that are counted as misuse. Further calls are dropped without counting, so a
 * program that never starts a run pays only a branch per call. */
#define MAX_EARLY 1000

/* Set `busy` of the off thread state to OFF. Further events are then dropped without a call, until a run begins and
 * sets it to BUSY. If a run has begun just before the store below, set it to BUSY again. */
static void stop_looking(enum qp_product product)
{
    qp_store_relaxed(&qp_tstate_off[product].busy, QP_TSTATE_OFF);
    /* Pairs with the start of a run: either the start sees OFF and sets BUSY, or this thread sees that the product
     * records. */
    qp_fence_full();
    if (qp_load_acquire(&qp_process->recording[product]))
        qp_store_release(&qp_tstate_off[product].busy, QP_TSTATE_BUSY);
}

static void count_early(const struct qp_call *call)
{
    static uint32_t early[QP_PRODUCTS];
    if (call->product == QP_VT && qp_load_relaxed(&qp_run_awaited))
        return;
    if (qp_run_number(call->product) == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_NOT_RUNNING, "%s", call->name);
    if (qp_run_number(call->product) != 0 || qp_add_relaxed(&early[call->product], 1) >= MAX_EARLY)
        stop_looking(call->product);
}

struct qp_tstate *qp_slow_arrive(const struct qp_call *call)
{
    struct qp_tstate *tstate = qp_tstate_current[call->product];
    if (tstate != &qp_tstate_off[call->product]) { /* also true in a forked child, where the thread state is wiped */
        if (qp_tstate_begin(tstate) == QP_TSTATE_FREE)
            return tstate; /* a signal handler attached this thread state after the caller looked */
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
    if (qp_occupy_is() || qp_tstate_is_nested(call->product)) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_NESTED_EVENT, "%s", call->name);
        return NULL;
    }
    tstate = qp_carrier_attach(call->product);
    if (tstate)
        qp_store_relaxed(&tstate->busy, QP_TSTATE_BUSY);
    qp_fence_signal();
    return tstate;
}

/* Replace a thread state that belongs to a finished run, or to the parent of a forked child, by a thread state of
 * the current run. Return NULL if no run records. If a signal handler has attached a thread state meanwhile, use that
 * thread state, because attaching again would unmount a virtual thread that the handler mounted. A handler cannot
 * attach a thread state while `busy` is set. */
static struct qp_tstate *renew(struct qp_tstate *tstate, const struct qp_call *call)
{
    if (qp_tstate_current[call->product] == tstate)
        qp_tstate_detach(call->product);
    qp_store_release(&tstate->busy, QP_TSTATE_FREE);
    return qp_slow_arrive(call);
}

bool qp_slow_is_current(struct qp_tstate *tstate, enum qp_product product)
{
    return tstate->base && qp_load_acquire(&qp_process->recording[product]) &&
           qp_tstate_cold(tstate, product)->run == qp_run_number(product);
}

/* Handle the reasons for which another thread closed the limits: held events, the end of a run, or a change by
 * set_break_on_event. Return the thread state to continue with, or NULL if no run records. */
static struct qp_tstate *check_run(struct qp_tstate *tstate, const struct qp_call *call)
{
    /* The run of the new thread state may end, too, before the event has begun. Then repeat. */
    for (qp_tstate_wait(tstate); !qp_slow_is_current(tstate, call->product); qp_tstate_wait(tstate)) {
        tstate = renew(tstate, call);
        if (!tstate)
            return NULL;
    }
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, call->product);
    cold->slow = (cold->slow & ~QP_SLOW_BREAK) | qp_run_breaks(call->product);
    return tstate;
}

/* Find the thread state in which the event begins. Return NULL if the event is dropped. `open` is true if the thread
 * state's limits are open, so that no mark, break or end of a run is pending. Then the checks for these are skipped,
 * which saves 35 of the 455 ns that all events of a short virtual thread take together. */
static struct qp_tstate *find(struct qp_tstate *tstate, const struct qp_call *call, bool open)
{
    if (!tstate)
        tstate = qp_slow_arrive(call);
    if (!tstate)
        return NULL;
    /* Do not test events of calibration for nesting. Calibration performs its events on a thread state that is not
     * the calling thread's own. It holds the session lock, which keeps the thread's own states busy. */
    if (tstate == qp_tstate_current[call->product] && qp_tstate_is_nested(call->product)) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_NESTED_EVENT, "%s", call->name);
        qp_store_release(&tstate->busy, QP_TSTATE_FREE);
        return NULL;
    }
    return open ? tstate : check_run(tstate, call);
}

static bool mount_named(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id)
{
    if (qp_mount(tstate, product, virtual_id, QPROF_REASON_RUNNABLE, false) != 0)
        return false;
    if (qp_tstate_cold(tstate, product)->begins)
        qp_mount_begin_to_run(tstate, product);
    return true;
}

struct qp_tstate *qp_slow_begin(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id)
{
    enum qp_product product = call->product;
    const struct qp_run_settings *run = &qp_runs[product];
    if (tstate)
        qp_store_relaxed(&tstate->busy, QP_TSTATE_BUSY); /* from now on no jump may abandon it */
    bool open = tstate && qp_load_relaxed(&tstate->virtual_limit);
    tstate = find(tstate, call, open);
    if (!tstate)
        return NULL;
    qp_store_relaxed(&tstate->ledger->arriving, QP_LEDGER_BUSY);
    qp_mount_lost(tstate, product);
    bool is_virtual = call->flavour == QP_VIRTUAL && run->virtual_threads;
    bool is_mounted = is_virtual && qp_hot_mounted(tstate, virtual_id);
    if (!is_mounted)
        qp_mount_hold(tstate, product);
    if (!open)
        qp_catch_up(tstate, product);
    bool names = call->flavour == QP_VIRTUAL || call->flavour == QP_NAMED;
    if (call->flavour != QP_EITHER && names != run->virtual_threads)
        qp_run_wrong_flavour(product, call->name);
    if (!is_virtual || is_mounted || mount_named(tstate, product, virtual_id))
        return tstate;
    qp_slow_end(tstate, product);
    return NULL;
}

bool qp_slow_may_charge(enum qp_product product)
{
    const struct qp_run_settings *run = &qp_runs[product];
    return qp_load_relaxed(&run->timed) && !(qp_load_relaxed(&run->slow) & (QP_SLOW_CPU | QP_SLOW_SAMPLED));
}

struct qp_tstate *qp_slow_begin_charged(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                        uint64_t *since)
{
    enum qp_product product = call->product;
    uint64_t tick = tstate && qp_slow_may_charge(product) ? qp_clock_read_after() : 0;
    *since = 0;
    tstate = qp_slow_begin(tstate, call, virtual_id);
    /* Check again, within the event, since another run may have begun after the first check. */
    if (!tstate || tick == 0 || !qp_slow_may_charge(product) || qp_tstate_cold(tstate, product)->slow & QP_SLOW_PAUSED)
        return tstate;
    if (tick > tstate->ledger->last)
        qp_charge_until(tstate, product, tick);
    *since = tstate->ledger->last;
    return tstate;
}

struct qp_tstate *qp_slow_take(const struct qp_call *call, uint64_t virtual_id)
{
    return qp_slow_begin(qp_tstate_take(call->product), call, virtual_id);
}

/* Check that the thread state is consistent at the end of an event. This holds even if the client wrongly runs one
 * virtual thread on two system threads, and the other thread's state owns the frames by now. */
static void check(const struct qp_tstate *tstate)
{
    QP_CHECK(tstate->base && tstate->mounted);
    QP_CHECK(tstate->bottom <= tstate->top && tstate->top <= tstate->end);
    QP_CHECK(qp_load_relaxed(&tstate->busy) == QP_TSTATE_BUSY);
    QP_CHECK(qp_tstate_is_limit(tstate, qp_load_relaxed(&tstate->limit)));
    QP_CHECK(qp_tstate_is_limit(tstate, qp_load_relaxed(&tstate->virtual_limit)));
    QP_CHECK(!qp_load_relaxed(&tstate->limit) || !qp_load_relaxed(&tstate->virtual_limit));
    QP_CHECK(!tstate->words_end || tstate->word <= tstate->words_end + 3);
}

/* Do the work at the end of an event, but do not yet release the context or clear busy. */
static void settle(struct qp_tstate *tstate, enum qp_product product)
{
    qp_run_hook(product, settle, tstate);
    qp_mount_follow_top(tstate, product);
    const struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    uint32_t slow = cold->slow & ~QP_SLOW_CLOCKS;
    if (cold->slow == 0 && qp_load_relaxed(&tstate->virtual_limit))
        qp_tstate_stay_open(tstate, product, cold);
    else if (slow == 0 || slow == QP_SLOW_PAUSED || qp_tstate_has_limits(tstate))
        qp_tstate_set_limits(tstate, product);
    check(tstate);
}

static void finish_event(struct qp_tstate *tstate, enum qp_product product)
{
    qp_mount_release(tstate, product);
    qp_store_relaxed(&tstate->ledger->arriving, tstate->ledger->last);
    qp_tstate_end(tstate);
}

void qp_slow_end(struct qp_tstate *tstate, enum qp_product product)
{
    settle(tstate, product);
    if (qp_tstate_cold(tstate, product)->begins)
        qp_mount_begin_to_run(tstate, product);
    finish_event(tstate, product);
}

void qp_slow_end_as_recorder(struct qp_tstate *tstate, enum qp_product product)
{
    const struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    struct qp_context *context = tstate->mounted;
    uint64_t from = tstate->ledger->last;
    settle(tstate, product);
    uint64_t ticks = qp_charge_recorder(tstate, product);
    if (ticks > 0 && context != &cold->own && qp_tstate_keeps(tstate, cold)) {
        qp_times_advance(product, cold, context, from);
        qp_times_add_rare(context, QP_CONTEXT_RECORDER, ticks);
        qp_store_relaxed(&context->since, from + ticks);
    }
    finish_event(tstate, product);
}
