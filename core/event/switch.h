/* switch.h - switches of virtual threads. The common ones in line: a table look-up, a clock read, a locked instruction
 * for each virtual thread that is put aside or taken.
 *
 * For virtual threads that ran here before and that no mark, other carrier or lack of memory has changed since; all
 * others go the slow way (mount.h), to the same result. By the owner of the lane, in an event. Each charges the time
 * until now to what was on top, and returns whether it is done; else nothing was. */
#ifndef QP_EVENT_SWITCH_H
#define QP_EVENT_SWITCH_H

#include "base/atomic.h"
#include "base/clock.h"
#include "core/thread/call.h"
#include "core/tree/hot.h"
#include "core/tree/lives.h"
#include "core/thread/mark.h"
#include "core/vthread/mount.h"
#include "core/vthread/vthread.h"
#include "qprof.h"

static inline bool qp_switch_is_as_it_was(const struct qp_context *context, const struct qp_lane *lane,
                                          enum qp_product product)
{
    const struct qp_carrier *carrier = (const struct qp_carrier *)(lane - product);
    return qp_load_relaxed(&context->owner) == ((uint64_t)(uintptr_t)lane | QP_OWNER_PARKED) &&
           context->carrier == carrier->number && context->epoch == carrier->cold[product].epoch &&
           context->group != 0 && context->overflow == 0;
}

/* From here on the file shows that a switch is under way: whoever has a virtual thread is about to change. The slow
 * way, where it goes on there, shows it too. */
static inline void qp_switch_begin(const struct qp_lane *lane, uint64_t now)
{
    qp_store_relaxed(&lane->ledger->arriving, now);
    qp_fence_signal();
}

/* What is mounted has run until now, or the scheduler has. */
static inline void qp_switch_charge(struct qp_lane *lane, const struct qp_lane_cold *cold, uint64_t now)
{
    struct qp_ledger *ledger = lane->ledger;
    *(qp_lane_is_idle(lane, cold) ? &ledger->scheduler : &qp_frame_node(lane->top)->self) += now - ledger->last;
}

/* The switch is done: all until now is counted. */
static inline void qp_switch_end(struct qp_lane *lane, uint64_t now)
{
    qp_fence_signal();
    qp_store_relaxed(&lane->ledger->last, now);
}

/* Let the lane work on the context, up to the end of its frames. */
static inline void qp_switch_enter(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold,
                                   struct qp_context *context, uint64_t virtual_id, uint64_t now)
{
    qp_mount_enter(lane, product, cold, context, virtual_id, now);
    qp_lane_stay_open(lane, product, cold);
}

/* Most often the one before comes back, as when a coroutine yields: then there is no look into the table. */
static inline struct qp_context *qp_switch_find(enum qp_product product, const struct qp_lane_cold *cold, uint64_t id)
{
    return qp_vthread_is(cold->before, id) ? cold->before : qp_vthread_find(product, id);
}

/* What is at hand of a virtual thread that goes on; the edge is NULL when it was not woken. */
struct qp_switch_parts {
    struct qp_node_extra_record *extra;
    struct qp_edge_record *edge;
    struct qp_lives_record *lives;
};

/* Returns false where something must be made or searched for first, or where its node is flagged. */
static inline bool qp_switch_gather(struct qp_lane *lane, enum qp_product product, const struct qp_context *context,
                                    struct qp_switch_parts *parts)
{
    const struct qp_node *node = qp_lane_node(lane, context->top);
    parts->extra = qp_node_extra_find(lane, node);
    parts->lives = qp_lives_at_hand(lane, product, context->group);
    parts->edge = NULL;
    if (!parts->extra || !parts->lives || node->flags & QP_NODE_FLAGGED)
        return false;
    if (QP_LIKELY(qp_load_acquire(&context->woken) <= context->since)) /* pairs with wakes */
        return true;
    parts->edge = qp_node_extra_last_edge(lane, parts->extra, qp_load_relaxed(&context->waker));
    return parts->edge;
}

/* It goes on now: its time since it was put aside is told. switched: the event put another one aside. */
static inline void qp_switch_tell(enum qp_product product, const struct qp_lane_cold *cold, struct qp_context *context,
                                  const struct qp_switch_parts *parts, uint64_t now, bool switched)
{
    uint64_t woken = qp_settle_woken(context, now);
    uint64_t runnable = qp_times_recorded(product, cold, woken, now);
    qp_settle_go_on(context, parts->extra, parts->edge, qp_times_recorded(product, cold, context->since, woken),
                    runnable, switched);
    if (woken < now || qp_settle_state(context) == QP_CONTEXT_RUNNABLE)
        qp_lives_add_delay(parts->lives, runnable);
}

/* Where an event may go on in line the clock is the time stamp counter. reason is why what is mounted leaves. */
static inline __attribute__((always_inline)) bool qp_switch_take(struct qp_lane *lane, enum qp_product product,
                                                                 uint64_t to, int reason)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_context *context = qp_switch_find(product, cold, to);
    struct qp_switch_parts parts = {0};
    bool timed = qp_product_is_timed(product);
    if (!context || !qp_switch_is_as_it_was(context, lane, product) ||
        (timed && !qp_switch_gather(lane, product, context, &parts)))
        return false;
    qp_context_prefetch(context);
    uint64_t now = timed ? qp_clock_counter() : 0;
    uint64_t address = (uint64_t)(uintptr_t)lane;
    if (now - lane->ledger->last > lane->patience)
        return false;
    qp_switch_begin(lane, now);
    if (!qp_mount_claim(lane, cold))
        return false;
    if (!qp_context_hand(context, address | QP_OWNER_PARKED, address)) {
        qp_mount_unclaim(lane, cold);
        return false;
    }
    qp_switch_charge(lane, cold, now);
    qp_mount_pass(lane, cold, reason, context);
    qp_mount_leave(lane, product, cold, now, reason);
    if (timed)
        qp_switch_tell(product, cold, context, &parts, now, lane->mounted != &cold->own);
    qp_switch_enter(lane, product, cold, context, to, now);
    qp_switch_end(lane, now);
    return true;
}

/* Mount this virtual thread; what is mounted stays runnable. Where that was taken over, the time since the last event
 * is not its own. */
static inline bool qp_switch_to(struct qp_lane *lane, enum qp_product product, uint64_t to)
{
    return qp_load_relaxed(&lane->virtual_limit) && qp_lane_owns(lane, qp_lane_cold(lane, product)) &&
           qp_switch_take(lane, product, to, QPROF_REASON_RUNNABLE);
}

/* The first one of a run goes the slow way, which notes that the client tells of suspensions. */
static inline bool qp_switch_may_suspend(const struct qp_lane *lane, enum qp_product product, uint64_t from, int reason)
{
    return qp_load_relaxed(&lane->virtual_limit) && qp_hot_mounted(lane, from) && reason >= QPROF_REASON_RUNNABLE &&
           reason <= QPROF_REASON_RESUMES && qp_load_relaxed(&qp_runs[product].told) == QP_TOLD_ALWAYS;
}

/* Suspend what is mounted here; reason is QPROF_REASON_*. */
static inline bool qp_switch_suspend_mounted(struct qp_lane *lane, enum qp_product product, int reason)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    if (cold->own.epoch != cold->epoch || cold->own.overflow != 0)
        return false;
    uint64_t now = qp_product_is_timed(product) ? qp_clock_counter() : 0;
    if (qp_processor_is_stale(cold, now) || now - lane->ledger->last > lane->patience)
        return false;
    qp_switch_begin(lane, now);
    if (!qp_mount_claim(lane, cold))
        return false;
    qp_switch_charge(lane, cold, now);
    qp_mount_leave(lane, product, cold, now, reason);
    qp_switch_enter(lane, product, cold, &cold->own, 0, now);
    qp_switch_end(lane, now);
    return true;
}

static inline bool qp_switch_away(struct qp_lane *lane, enum qp_product product, uint64_t from, int reason)
{
    return qp_switch_may_suspend(lane, product, from, reason) && qp_switch_suspend_mounted(lane, product, reason);
}

/* Both, at one moment. */
static inline bool qp_switch_over(struct qp_lane *lane, enum qp_product product, uint64_t from, int reason, uint64_t to)
{
    return from != to && qp_switch_may_suspend(lane, product, from, reason) &&
           qp_switch_take(lane, product, to, reason);
}

/* ---- the events: as in frame.h --------------------------------------------------------------------------- */

QP_SHARED void qp_switch_suspend_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                      int reason);
QP_SHARED void qp_switch_resume_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id);
QP_SHARED void qp_switch_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t from, int reason, uint64_t to);

static inline __attribute__((always_inline)) void qp_switch_suspend(const struct qp_call *call, uint64_t virtual_id,
                                                                    int reason)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_LIKELY(busy == QP_LANE_FREE && qp_switch_away(lane, call->product, virtual_id, reason)))
        qp_lane_end(lane);
    else
        qp_switch_suspend_slow(busy == QP_LANE_FREE ? lane : NULL, call, virtual_id, reason);
}

/* Nothing is to be done where it runs here already. */
static inline __attribute__((always_inline)) void qp_switch_resume(const struct qp_call *call, uint64_t virtual_id)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_LIKELY(busy == QP_LANE_FREE &&
                  ((qp_load_relaxed(&lane->virtual_limit) && qp_hot_mounted(lane, virtual_id)) ||
                   qp_switch_to(lane, call->product, virtual_id))))
        qp_lane_end(lane);
    else
        qp_switch_resume_slow(busy == QP_LANE_FREE ? lane : NULL, call, virtual_id);
}

static inline __attribute__((always_inline)) void qp_switch(const struct qp_call *call, uint64_t from, int reason,
                                                            uint64_t to)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_LIKELY(busy == QP_LANE_FREE && qp_switch_over(lane, call->product, from, reason, to)))
        qp_lane_end(lane);
    else
        qp_switch_slow(busy == QP_LANE_FREE ? lane : NULL, call, from, reason, to);
}

#endif
