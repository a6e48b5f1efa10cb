#include "core/vthread/mount.h"

#include "base/atomic.h"
#include "base/check.h"
#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/vthread/charge.h"
#include "core/vthread/join.h"
#include "core/tree/lives.h"
#include "core/thread/mark.h"
#include "core/thread/reason.h"
#include "core/vthread/migrate.h"
#include "core/tree/tree.h"
#include "core/vthread/vthread.h"

#include <string.h>

/* The context mounted on a thread state changes in three steps. Each of them uses the thread state's last tick, up
 * to which time has been charged:
 *
 *   unmount      claim the mounted context, charge it until now, set its state, and set its owner to PARKED
 *   qp_migrate   become the owner of the next context, wherever that context is
 *   mount        settle the next context (settle.h), and work on its stack
 *
 * The claim is needed because another thread may take the mounted context at any moment. If another thread takes the
 * context before the claim, the context is lost, and the thread's own stack is mounted instead. */

static bool is_virtual(const struct qp_context *context)
{
    return context->flags & QP_CONTEXT_VIRTUAL;
}

static uint64_t last_tick(const struct qp_tstate *tstate)
{
    return tstate->ledger->last;
}

/* ---- the state of the mounted virtual thread -------------------------------------------------------------------- */

/* Return the state of the mounted virtual thread while this node is on top. */
static enum qp_context_state state_on(const struct qp_node *node, const struct qp_tstate_cold *cold)
{
    if (cold->slow & QP_SLOW_RECORDER)
        return QP_CONTEXT_RECORDER;
    if (node->flags & QP_NODE_CYCLES)
        return QP_CONTEXT_UNCOUNTED;
    if (node->flags & QP_NODE_BLOCKS)
        return QP_CONTEXT_BLOCKED;
    return node->flags & QP_NODE_WAITS ? QP_CONTEXT_WAITING : QP_CONTEXT_RUNNING;
}

void qp_mount_follow_top(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    struct qp_context *context = tstate->mounted;
    if (!is_virtual(context) || !qp_tstate_keeps(tstate, cold))
        return;
    const struct qp_node *node = qp_frame_node(tstate->top);
    enum qp_context_state state = state_on(node, cold);
    if (state != (enum qp_context_state)context->state) {
        qp_times_advance(product, cold, context, last_tick(tstate));
        qp_store_relaxed(&context->state, (uint8_t)state);
    }
    cold->slow = (cold->slow & ~QP_SLOW_FLAGGED) | (node->flags & QP_NODE_FLAGGED ? QP_SLOW_FLAGGED : 0);
}

/* ---- mount ------------------------------------------------------------------------------------------------------ */

/* Finish mounting a virtual thread after its stack has become the stack of the thread state: if the virtual thread
 * was renamed, move it to its new group, then set its state. */
static void begin_virtual(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold,
                          struct qp_context *context)
{
    if (QP_UNLIKELY(context->flags & QP_CONTEXT_RENAMED)) { /* before the state is set, because joining a group
                                                             * changes the node on top */
        context->flags &= (uint8_t)~QP_CONTEXT_RENAMED;
        qp_join_again(tstate, product);
    }
    qp_store_relaxed(&context->state, (uint8_t)state_on(qp_frame_node(tstate->top), cold));
    cold->carries = true;
    if (context->group == 0)
        cold->slow |= QP_SLOW_NEW;
    if (context->group == 0 && context->name != 0) /* a virtual thread without a name joins its group later, at its
                                                    * first entry, because it may get a name until then */
        qp_join_mounted(tstate, product);
}

static void mount(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                  enum qp_settle_end end)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    struct qp_tstate_cold *cold = &carrier->cold[product];
    qp_settle(carrier, context, last_tick(tstate), end);
    qp_mount_enter(tstate, product, cold, context, virtual_id, last_tick(tstate));
    cold->claims = cold->begins = false;
    cold->ungrouped = 0;
    cold->slow &= ~(QP_SLOW_NEW | QP_SLOW_OVERFLOW | QP_SLOW_FLAGGED | QP_SLOW_ENDED);
    if (context->overflow > 0)
        cold->slow |= QP_SLOW_OVERFLOW;
    if (context != &cold->own)
        begin_virtual(tstate, product, cold, context);
}

/* ---- claims, and contexts that another thread has taken --------------------------------------------------------- */

static bool is_held(const struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    return cold->claims || tstate->mounted == &cold->own;
}

void qp_mount_hold(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    if (is_held(tstate, cold))
        return;
    cold->claims = qp_mount_claim(tstate, cold);
    if (!cold->claims)
        qp_mount_lost(tstate, product);
}

/* Release the claim. This must happen before the thread waits for another context, because the thread that holds
 * that context may itself be waiting for the context claimed here. If this thread was stopped for a second, another
 * thread may have taken the claimed context (qp_migrate_wait). Then the context's owner is not changed here. */
static void release_claim(struct qp_tstate *tstate, struct qp_tstate_cold *cold)
{
    if (cold->claims)
        qp_context_hand(tstate->mounted, qp_tstate_address(tstate) | QP_OWNER_PARKING, qp_tstate_address(tstate));
    cold->claims = false;
}

/* Charge the time for which the lost context ran here after this thread state's last event. The thread state that
 * took the context has recorded the node, and the tick until which the context ran. */
static void charge_taken(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_ledger *ledger = tstate->ledger;
    struct qp_taken *taken = &qp_tstate_carrier(tstate, product)->record->taken[product];
    uint32_t reference = taken->node;
    uint64_t until = taken->until;
    qp_store_relaxed(&taken->node, 0);
    if (reference == 0 || until <= ledger->last)
        return;
    struct qp_node *node = qp_store_at(reference);
    uint64_t recorded = qp_mark_recorded(product, ledger->last, until);
    node->self += recorded;
    ledger->paused += until - ledger->last - recorded;
    qp_store_relaxed(&ledger->last, until);
    qp_timeline_leave(tstate, product, QPROF_REASON_RUNNABLE, reference, until);
}

/* Return true if this thread state has recorded an event of the lost context after another thread state took the
 * context. */
static bool recorded_since_loss(const struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    return tstate->top != cold->loss.top || last_tick(tstate) != cold->loss.last;
}

/* Mount the thread's own stack, because another thread state has taken the mounted context. `twice` is true if the
 * current event was recorded for the context although the context was already lost. */
static void lose(struct qp_tstate *tstate, enum qp_product product, bool twice)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    qp_migrate_wait(tstate->mounted);
    if (twice || recorded_since_loss(tstate, cold))
        qp_migrate_report(product, cold->loss.virtual_id);
    charge_taken(tstate, product);
    mount(tstate, product, &cold->own, 0, QP_SETTLE_RESUMED);
}

void qp_mount_lost(struct qp_tstate *tstate, enum qp_product product)
{
    const struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    if (!is_held(tstate, cold) && !qp_tstate_has(tstate))
        lose(tstate, product, false);
}

void qp_mount_count_lost(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    if (is_held(tstate, cold) || qp_tstate_has(tstate) || !recorded_since_loss(tstate, cold))
        return;
    qp_migrate_report(product, cold->loss.virtual_id);
    cold->loss.top = tstate->top;
    cold->loss.last = last_tick(tstate);
}

void qp_mount_release(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    bool held = cold->claims;
    release_claim(tstate, cold);
    if (qp_tstate_owns(tstate, cold))
        return;
    lose(tstate, product, !held);
    qp_tstate_close_limits(tstate); /* the event has set the limits to the end of the lost frames */
}

/* ---- unmount ---------------------------------------------------------------------------------------------------- */

/* Handle a virtual thread that is unmounted without a report of its suspension. If the run has had no such report so
 * far, record that the client reports no suspensions. If the method on top is flagged as blocking or waiting, the
 * virtual thread counts as suspended in this method since its last event. */
static void suspend_unreported(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold)
{
    struct qp_context *context = tstate->mounted;
    struct qp_node *node = qp_frame_node(tstate->top);
    uint32_t *waits = &qp_runs[product].waits;
    if (!is_virtual(context) || qp_load_relaxed(waits) == QP_WAITS_REPORTED || !qp_runs[product].timed)
        return;
    if (qp_load_relaxed(waits) == QP_WAITS_UNKNOWN && tstate->top == tstate->bottom)
        qp_diagnose(product, QP_DIAGNOSTIC_UNREPORTED_WAIT, "%#llx outside of any function",
                    (unsigned long long)context->virtual_id);
    else if (qp_load_relaxed(waits) == QP_WAITS_UNKNOWN)
        qp_diagnose(product, QP_DIAGNOSTIC_UNREPORTED_WAIT, "%#llx in method %#llx",
                    (unsigned long long)context->virtual_id, (unsigned long long)node->method);
    qp_store_relaxed(waits, QP_WAITS_UNREPORTED);
    if (!(node->flags & (QP_NODE_BLOCKS | QP_NODE_WAITS)) || cold->slow & QP_SLOW_PAUSED)
        return;
    qp_times_set_estimated(context, node);
    qp_mount_leave(tstate, product, cold, last_tick(tstate),
                   node->flags & QP_NODE_BLOCKS ? QPROF_REASON_BLOCKED : QPROF_REASON_WAITING);
    mount(tstate, product, &cold->own, 0, QP_SETTLE_RESUMED);
}

/* Claim the mounted context. If another thread state has just taken this context, mount the thread's own stack. */
static void claim(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold)
{
    if (!cold->claims && !qp_mount_claim(tstate, cold))
        qp_mount_lost(tstate, product);
}

/* Unmount the claimed context. A virtual thread that stops before its first entry joins its group here. */
static void leave(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold, int reason)
{
    if (cold->slow & QP_SLOW_NEW)
        qp_join_mounted(tstate, product);
    qp_mount_leave(tstate, product, cold, last_tick(tstate), reason);
}

/* Unmount the mounted context. It stops running now or, if `charged`, at the thread state's last tick. */
static void unmount(struct qp_tstate *tstate, enum qp_product product, int reason, bool charged)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    claim(tstate, product, cold);
    if (reason == QPROF_REASON_RUNNABLE)
        suspend_unreported(tstate, product, cold);
    if (!charged)
        qp_charge(tstate, product);
    leave(tstate, product, cold, reason);
}

void qp_mount_stop(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    claim(tstate, product, cold);
    leave(tstate, product, cold, QPROF_REASON_RUNNABLE);
    cold->claims = false;
}

/* ---- from one context to another -------------------------------------------------------------------------------- */

/* Charge the time until `tick` to the scheduler. Another thread may have parked the next context after this thread
 * read the clock. Then `tick` is the tick of the parking, because the context can only resume after it. */
static void charge_scheduler_until(struct qp_tstate *tstate, enum qp_product product, uint64_t tick)
{
    struct qp_ledger *ledger = tstate->ledger;
    if (tick <= ledger->last || !qp_runs[product].timed || qp_runs[product].slow & QP_SLOW_CPU)
        return;
    *(qp_tstate_cold(tstate, product)->slow & QP_SLOW_OFF ? &ledger->paused : &ledger->scheduler) +=
        tick - ledger->last;
    qp_store_relaxed(&ledger->last, tick);
}

/* Mount the virtual thread as qp_mount does. `resumer` is the reference of the node that is recorded as its resumer, 0
 * if there is none. */
static int mount_named(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id, int reason,
                       uint32_t resumer, bool charged)
{
    struct qp_context *context = qp_vthread_get(tstate, product, virtual_id, 0);
    if (!context) {
        qp_mount_own(tstate, product, reason, false);
        return -1;
    }
    bool first = context->group == 0, switched = is_virtual(tstate->mounted);
    if (first && charged)
        qp_mount_count_announced(tstate, product);
    qp_mount_pass(tstate, qp_tstate_cold(tstate, product), reason, context);
    unmount(tstate, product, reason, charged);
    qp_migrate(tstate, product, context, virtual_id, false, last_tick(tstate));
    charge_scheduler_until(tstate, product, context->since);
    if (first && context->resumer == 0)
        context->resumer = resumer;
    mount(tstate, product, context, virtual_id, switched ? QP_SETTLE_SWITCHED : QP_SETTLE_RESUMED);
    qp_tstate_cold(tstate, product)->begins = first;
    return 0;
}

/* Count the misuse that a virtual thread runs again although it counts as suspended. The client had switched from
 * this virtual thread to a second one, which ended while it ran. Then the client should have reported which virtual
 * thread runs next. */
static void count_missing_resume(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id)
{
    const struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    const struct qp_context *context =
        cold->slow & QP_SLOW_ENDED ? qp_vthread_look_up(tstate, product, virtual_id) : NULL;
    if (context && context == cold->before && qp_settle_state(context) != QP_CONTEXT_RUNNABLE)
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_VTHREAD, "%#llx runs again without a resume after another one ended",
                    (unsigned long long)virtual_id);
}

int qp_mount(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id, int reason, bool charged)
{
    count_missing_resume(tstate, product, virtual_id);
    return mount_named(tstate, product, virtual_id, reason, 0, charged);
}

int qp_mount_resumed(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id, int reason, bool charged)
{
    bool known = tstate->top != tstate->bottom && !qp_run_given_cpu; /* else the stack is that of an earlier sample */
    uint32_t resumer = known ? qp_store_reference(qp_frame_node(tstate->top)) : 0;
    return mount_named(tstate, product, virtual_id, reason, resumer, charged);
}

void qp_mount_own(struct qp_tstate *tstate, enum qp_product product, int reason, bool charged)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    unmount(tstate, product, reason, charged);
    if (tstate->mounted != &cold->own)
        mount(tstate, product, &cold->own, 0, QP_SETTLE_RESUMED);
    if (cold->carries && qp_processor_is_stale(cold, last_tick(tstate)))
        qp_processor_sample(tstate, product, last_tick(tstate));
}

static bool waits_here(const struct qp_tstate *tstate, const struct qp_context *context)
{
    return qp_load_acquire(&context->owner) == (qp_tstate_address(tstate) | QP_OWNER_PARKED) &&
           qp_load_relaxed(&context->state) == QP_CONTEXT_BLOCKED;
}

/* The virtual thread that ends may have been mounted because another virtual thread was suspended, not because
 * another virtual thread resumed it. Then it is unknown which virtual thread runs next (count_missing_resume). */
void qp_mount_end_running(struct qp_tstate *tstate, enum qp_product product, bool charged)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    /* These values are read first, since qp_mount_own changes them. */
    struct qp_context *ended = tstate->mounted;
    uint32_t count = cold->resumer_count;
    struct qp_context *resumer = count > 0 ? cold->resumers[(count - 1) % QP_TSTATE_RESUMERS] : NULL;
    struct qp_context *before = cold->before;
    int entered = cold->entered;
    qp_mount_own(tstate, product, QPROF_REASON_RUNNABLE, charged);
    if (resumer && resumer != ended && waits_here(tstate, resumer)) {
        mount_named(tstate, product, resumer->virtual_id, QPROF_REASON_RUNNABLE, 0, charged);
        return;
    }
    cold->resumer_count = 0; /* forget the resumers: they no longer wait, because something else resumed them */
    if (entered == QPROF_REASON_BLOCKED || entered == QPROF_REASON_WAITING) {
        cold->slow |= QP_SLOW_ENDED;
        cold->before = before;
    }
}

/* ---- the first time that a virtual thread runs ------------------------------------------------------------------ */

void qp_mount_count_announced(struct qp_tstate *tstate, enum qp_product product)
{
    const struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    bool ungrouped = is_virtual(tstate->mounted) && tstate->mounted->group == 0;
    if (ungrouped || cold->slow & QP_SLOW_PAUSED || qp_tstate_is_idle(tstate, cold) || !qp_tstate_keeps(tstate, cold))
        return;
    struct qp_node_extra_record *extra =
        qp_node_extra_of(qp_tstate_carrier(tstate, product), product, qp_frame_node(tstate->top));
    if (extra)
        extra->announced++;
}

void qp_mount_begin_to_run(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    struct qp_tstate_cold *cold = &carrier->cold[product];
    struct qp_context *context = tstate->mounted;
    bool keeps = qp_tstate_keeps(tstate, cold);
    struct qp_node_extra_record *extra = /* before the clock is read, since making the record takes time */
        !keeps || context->group == 0 ? NULL : qp_node_extra_of(carrier, product, qp_frame_node(tstate->bottom));
    cold->begins = false;
    if (keeps)
        qp_times_advance(product, cold, context, last_tick(tstate));
    uint64_t ticks = qp_charge_recorder(tstate, product);
    cold->slice += ticks;
    if (!keeps)
        return;
    if (extra)
        extra->runnable += ticks;
    context->times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)] += ticks;
    if (last_tick(tstate) > context->since)
        qp_store_relaxed(&context->since, last_tick(tstate));
}

/* ---- virtual threads that are mounted nowhere ------------------------------------------------------------------- */

/* Take a context that is not mounted here from its owner. If this thread state holds its mounted context, the hold
 * is released during the take-over, and another thread may take the mounted context. */
static void take_over_parked(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context,
                             uint64_t virtual_id, uint64_t now)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    bool held = cold->claims;
    release_claim(tstate, cold);
    qp_migrate(tstate, product, context, virtual_id, true, now);
    if (held)
        qp_mount_hold(tstate, product);
}

/* The parked context gets this thread state as its owner, but its frames may still refer to the tree of the previous
 * owner. */
void qp_mount_park(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                   int reason)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    uint64_t now = qp_run_tick(product);
    take_over_parked(tstate, product, context, virtual_id, now);
    if (context->since < now || context->epoch != carrier->cold[product].epoch)
        qp_settle(carrier, context, now, QP_SETTLE_RESUMED);
    context->top = qp_store_reference(qp_frame_node(qp_context_top(context)));
    qp_store_relaxed(&context->state, (uint8_t)qp_mount_state(reason));
    qp_context_hand(context, qp_tstate_address(tstate), qp_tstate_address(tstate) | QP_OWNER_PARKED);
    qp_timeline_park(tstate, product, context, reason, now);
}

void qp_mount_end(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                  uint64_t now)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    const struct qp_tstate_cold *cold = &carrier->cold[product];
    take_over_parked(tstate, product, context, virtual_id, now);
    if (!qp_runs[product].timed)
        qp_store_relaxed(&context->since, qp_clock_read());
    else if (context->since < now || context->epoch != cold->epoch)
        qp_settle(carrier, context, now, QP_SETTLE_STAYS);
    struct qp_root *root = context->group == 0 ? qp_join(carrier, product, context)
                                               : qp_tree_root(carrier, product, cold->epoch, context->group, 0);
    if (root)
        qp_lives_add(root, context, true);
    const struct qp_run_settings *run = &qp_runs[product];
    if (QP_UNLIKELY(context->since - qp_times_created(context) > qp_load_acquire(&run->longest_life)))
        run->outlived(product);
}

/* Return the node on top of a virtual thread that is mounted nowhere. If an epoch has begun since the virtual thread
 * was parked, its frames are in no tree of that epoch yet, so move them there first. */
static struct qp_node *top_of_parked(struct qp_carrier *carrier, struct qp_context *context)
{
    if (context->carrier == 0)
        return qp_settle_place(carrier, context, carrier->cold[context->product].epoch);
    return qp_frame_node(qp_context_top(context));
}

/* A context that is still mounted belongs to a thread state that was left behind (safepoint.c), and is not changed. */
void qp_mount_finish(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    bool mounted = context->owner != 0 && !(context->owner & QP_OWNER_BITS);
    if (mounted || !qp_runs[product].timed || qp_runs[product].slow & QP_SLOW_CPU)
        return;
    qp_settle_epochs(carrier, context);
    struct qp_node *node = context->group == 0 ? NULL : top_of_parked(carrier, context);
    if (node)
        context->top = qp_store_reference(node);
    qp_settle_until(carrier, context, node, qp_run_tick(product), QP_SETTLE_STAYS);
}

/* ---- epochs of the mounted context ------------------------------------------------------------------------- */

/* Stop the clock in the ledger of the current epoch, and continue it in the ledger of the new epoch's root. */
static void begin_ledger(struct qp_tstate *tstate, struct qp_root *root)
{
    struct qp_ledger *old = tstate->ledger, *ledger = &root->ledger;
    ledger->arriving = old->arriving;
    QP_CHECK(ledger->since == ledger->last);
    ledger->last = ledger->since = old->last;
    old->wall += old->last - old->since;
    old->since = old->last;
    old->arriving = old->last;
    tstate->ledger = ledger;
}

void qp_mount_epoch(struct qp_tstate *tstate, enum qp_product product, const struct qp_mark *mark)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    struct qp_tstate_cold *cold = &carrier->cold[product];
    struct qp_context *context = tstate->mounted;
    struct qp_root *root = qp_tree_root(carrier, product, mark->epoch, 0, 0);
    uint32_t fold = root ? qp_tree_make_fold(carrier, root) : 0;
    if (fold == 0)
        return; /* without room, continue counting in the old trees */
    if (is_virtual(context) && qp_tstate_keeps(tstate, cold)) {
        qp_times_advance(product, cold, context, last_tick(tstate));
        qp_settle_end_epoch(carrier, context, mark, last_tick(tstate));
    }
    cold->slice = last_tick(tstate);
    cold->ungrouped = 0;
    begin_ledger(tstate, root);
    cold->root = qp_store_reference(root);
    cold->fold = fold;
    cold->epoch = mark->epoch;
    memset(cold->lives, 0, sizeof cold->lives);
    qp_settle_frames(carrier, context, cold->epoch, tstate->bottom, tstate->top);
    qp_mount_follow_top(tstate, product); /* the state may change, since no node of the new epoch counts cycles yet */
}
