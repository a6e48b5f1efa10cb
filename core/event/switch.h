/* switch.h - switches of virtual threads.
 *
 * Common switches are inline: they take a table look-up, a clock read, and a locked instruction for each virtual thread
 * that is parked or mounted. They handle a virtual thread that ran on this carrier before, unless a mark, another
 * carrier or a lack of memory has changed it since. All other switches take the slow path (switch.c, mount.h), with the
 * same result. Only the thread that owns the thread state may call these functions, during an event. If a function
 * returns true, it has made the switch and charged the time until now. If it returns false, nothing has changed. */
#pragma once

#include "base/atomic.h"
#include "base/clock.h"
#include "core/thread/call.h"
#include "core/tree/hot.h"
#include "core/tree/lives.h"
#include "core/thread/mark.h"
#include "core/vthread/mount.h"
#include "core/vthread/vthread.h"
#include "qprof.h"

static inline bool qp_switch_is_unchanged(const struct qp_context *context, const struct qp_tstate *tstate,
                                          enum qp_product product)
{
    const struct qp_carrier *carrier = (const struct qp_carrier *)(tstate - product);
    return qp_load_relaxed(&context->owner) == ((uint64_t)(uintptr_t)tstate | QP_OWNER_PARKED) &&
           context->carrier == carrier->number && context->epoch == carrier->cold[product].epoch &&
           context->group != 0 && context->overflow == 0;
}

/* Note in the file that a switch is in progress, because the owner of a virtual thread changes during a switch.
 * Readers need this note if the process is killed meanwhile. The note remains correct if the event continues on the
 * slow path. */
static inline void qp_switch_begin(const struct qp_tstate *tstate, uint64_t now)
{
    qp_store_relaxed(&tstate->ledger->arriving, now);
    qp_fence_signal();
}

/* Charge the time until now to the mounted context, or to the scheduler. */
static inline void qp_switch_charge(struct qp_tstate *tstate, const struct qp_tstate_cold *cold, uint64_t now)
{
    struct qp_ledger *ledger = tstate->ledger;
    *(qp_tstate_is_idle(tstate, cold) ? &ledger->scheduler : &qp_frame_node(tstate->top)->self) += now - ledger->last;
}

/* End the switch. All time until now has been charged. */
static inline void qp_switch_end(struct qp_tstate *tstate, uint64_t now)
{
    qp_fence_signal();
    qp_store_relaxed(&tstate->ledger->last, now);
}

/* Mount the context, and set the thread state's limits to the end of the context's frames. */
static inline void qp_switch_enter(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold,
                                   struct qp_context *context, uint64_t virtual_id, uint64_t now)
{
    qp_mount_enter(tstate, product, cold, context, virtual_id, now);
    qp_tstate_stay_open(tstate, product, cold);
}

/* Find a virtual thread by its id. First try the virtual thread that was mounted before the current one, because a
 * coroutine that yields usually returns to that one. Then look it up in the table. */
static inline struct qp_context *qp_switch_find(enum qp_product product, const struct qp_tstate_cold *cold, uint64_t id)
{
    return qp_vthread_is(cold->before, id) ? cold->before : qp_vthread_find(product, id);
}

/* Cached records for a virtual thread that resumes. `edge` is NULL if the virtual thread was not woken. */
struct qp_switch_parts {
    struct qp_node_extra_record *extra;
    struct qp_edge_record *edge;
    struct qp_lives_record *lives;
};

/* Get the cached records that a switch needs. Return false if a record is not cached, or if the node on top is
 * flagged. */
static inline bool qp_switch_gather(struct qp_tstate *tstate, enum qp_product product, const struct qp_context *context,
                                    struct qp_switch_parts *parts)
{
    const struct qp_node *node = qp_tstate_node(tstate, context->top);
    parts->extra = qp_node_extra_find(tstate, node);
    parts->lives = qp_lives_cached(tstate, product, context->group);
    parts->edge = NULL;
    if (!parts->extra || !parts->lives || node->flags & QP_NODE_FLAGGED)
        return false;
    if (QP_LIKELY(qp_load_acquire(&context->woken) <= context->since)) /* pairs with qp_wake_at */
        return true;
    parts->edge = qp_node_extra_last_edge(tstate, parts->extra, qp_load_relaxed(&context->waker));
    return parts->edge;
}

/* Add the times of a virtual thread from its suspension until now, when it resumes. `switched` is true if the event
 * unmounted another virtual thread. */
static inline void qp_switch_add_times(enum qp_product product, const struct qp_tstate_cold *cold,
                                       struct qp_context *context, const struct qp_switch_parts *parts, uint64_t now,
                                       bool switched)
{
    uint64_t woken = qp_settle_woken(context, now);
    uint64_t runnable = qp_times_recorded(product, cold, woken, now);
    qp_settle_resume(context, parts->extra, parts->edge, qp_times_recorded(product, cold, context->since, woken),
                     runnable, switched);
    if (woken < now || qp_settle_state(context) == QP_CONTEXT_RUNNABLE)
        qp_lives_add_delay(parts->lives, runnable);
}

/* Switch to a virtual thread. `reason` is why the mounted context stops. This function may read the time stamp
 * counter, since a run with another clock has no inline events. */
static inline __attribute__((always_inline)) bool qp_switch_take(struct qp_tstate *tstate, enum qp_product product,
                                                                 uint64_t to, int reason)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    struct qp_context *context = qp_switch_find(product, cold, to);
    struct qp_switch_parts parts = {0};
    bool timed = qp_product_is_timed(product);
    if (!context || !qp_switch_is_unchanged(context, tstate, product) ||
        (timed && !qp_switch_gather(tstate, product, context, &parts)))
        return false;
    qp_context_prefetch(context);
    uint64_t now = timed ? qp_clock_counter() : 0;
    uint64_t address = (uint64_t)(uintptr_t)tstate;
    if (now - tstate->ledger->last > tstate->patience)
        return false;
    qp_switch_begin(tstate, now);
    if (!qp_mount_claim(tstate, cold))
        return false;
    if (!qp_context_hand(context, address | QP_OWNER_PARKED, address)) {
        qp_mount_unclaim(tstate, cold);
        return false;
    }
    qp_switch_charge(tstate, cold, now);
    qp_mount_pass(tstate, cold, reason, context);
    qp_mount_leave(tstate, product, cold, now, reason);
    if (timed)
        qp_switch_add_times(product, cold, context, &parts, now, tstate->mounted != &cold->own);
    qp_switch_enter(tstate, product, cold, context, to, now);
    qp_switch_end(tstate, now);
    return true;
}

/* Mount this virtual thread. The virtual thread that was mounted stays runnable. If another thread state has taken
 * over the mounted virtual thread, return false. The time since the last event then does not belong to that virtual
 * thread, so the slow path must handle this time. */
static inline bool qp_switch_to(struct qp_tstate *tstate, enum qp_product product, uint64_t to)
{
    return qp_load_relaxed(&tstate->virtual_limit) && qp_tstate_owns(tstate, qp_tstate_cold(tstate, product)) &&
           qp_switch_take(tstate, product, to, QPROF_REASON_RUNNABLE);
}

/* Return true if the mounted virtual thread may be suspended inline. The first suspension of a run takes the slow
 * path, which records that the client reports suspensions. */
static inline bool qp_switch_may_suspend(const struct qp_tstate *tstate, enum qp_product product, uint64_t from,
                                         int reason)
{
    return qp_load_relaxed(&tstate->virtual_limit) && qp_hot_mounted(tstate, from) && reason >= QPROF_REASON_RUNNABLE &&
           reason <= QPROF_REASON_RESUMES && qp_load_relaxed(&qp_runs[product].waits) == QP_WAITS_REPORTED;
}

/* Suspend the mounted context. `reason` is one of QPROF_REASON_*. */
static inline bool qp_switch_suspend_mounted(struct qp_tstate *tstate, enum qp_product product, int reason)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    if (cold->own.epoch != cold->epoch || cold->own.overflow != 0)
        return false;
    uint64_t now = qp_product_is_timed(product) ? qp_clock_counter() : 0;
    if (qp_processor_is_stale(cold, now) || now - tstate->ledger->last > tstate->patience)
        return false;
    qp_switch_begin(tstate, now);
    if (!qp_mount_claim(tstate, cold))
        return false;
    qp_switch_charge(tstate, cold, now);
    qp_mount_leave(tstate, product, cold, now, reason);
    qp_switch_enter(tstate, product, cold, &cold->own, 0, now);
    qp_switch_end(tstate, now);
    return true;
}

static inline bool qp_switch_away(struct qp_tstate *tstate, enum qp_product product, uint64_t from, int reason)
{
    return qp_switch_may_suspend(tstate, product, from, reason) && qp_switch_suspend_mounted(tstate, product, reason);
}

/* Suspend one virtual thread and resume another, at the same tick. */
static inline bool qp_switch_over(struct qp_tstate *tstate, enum qp_product product, uint64_t from, int reason,
                                  uint64_t to)
{
    return from != to && qp_switch_may_suspend(tstate, product, from, reason) &&
           qp_switch_take(tstate, product, to, reason);
}

/* ---- the events: as in frame.h --------------------------------------------------------------------------- */

QP_SHARED void qp_switch_suspend_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                      int reason);
QP_SHARED void qp_switch_resume_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id);
QP_SHARED void qp_switch_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t from, int reason,
                              uint64_t to);

static inline __attribute__((always_inline)) void qp_switch_suspend(const struct qp_call *call, uint64_t virtual_id,
                                                                    int reason)
{
    QP_HOT_EVENT(call, qp_switch_away(tstate, call->product, virtual_id, reason),
                 qp_switch_suspend_slow(tstate, call, virtual_id, reason),
                 qp_switch_suspend_slow(NULL, call, virtual_id, reason));
}

/* Resume a virtual thread. Nothing happens if it runs here already. */
static inline __attribute__((always_inline)) void qp_switch_resume(const struct qp_call *call, uint64_t virtual_id)
{
    QP_HOT_EVENT(call,
                 (qp_load_relaxed(&tstate->virtual_limit) && qp_hot_mounted(tstate, virtual_id)) ||
                     qp_switch_to(tstate, call->product, virtual_id),
                 qp_switch_resume_slow(tstate, call, virtual_id), qp_switch_resume_slow(NULL, call, virtual_id));
}

static inline __attribute__((always_inline)) void qp_switch(const struct qp_call *call, uint64_t from, int reason,
                                                            uint64_t to)
{
    QP_HOT_EVENT(call, qp_switch_over(tstate, call->product, from, reason, to),
                 qp_switch_slow(tstate, call, from, reason, to), qp_switch_slow(NULL, call, from, reason, to));
}
