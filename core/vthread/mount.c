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
#include "core/vthread/takeover.h"
#include "core/tree/tree.h"
#include "core/vthread/vthread.h"

#include <string.h>

static uint64_t address_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static bool is_virtual(const struct qp_context *context)
{
    return context->flags & QP_CONTEXT_VIRTUAL;
}

/* What the mounted one's time goes to with this node on top. */
static enum qp_context_state state_on(const struct qp_node *node, const struct qp_lane_cold *cold)
{
    if (cold->slow & QP_SLOW_RECORDER)
        return QP_CONTEXT_RECORDER;
    if (node->flags & QP_NODE_CYCLES)
        return QP_CONTEXT_UNCOUNTED;
    if (node->flags & QP_NODE_BLOCKS)
        return QP_CONTEXT_BLOCKED;
    return node->flags & QP_NODE_WAITS ? QP_CONTEXT_WAITING : QP_CONTEXT_RUNNING;
}

static uint64_t last_tick(const struct qp_lane *lane)
{
    return lane->ledger->last;
}

static void mount(struct qp_lane *lane, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                  enum qp_settle_end end)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_lane_cold *cold = &carrier->cold[product];
    qp_settle(carrier, product, context, last_tick(lane), end);
    qp_mount_enter(lane, product, cold, context, virtual_id, last_tick(lane));
    cold->claims = cold->begins = false;
    cold->ungrouped = 0;
    cold->slow &= ~(QP_SLOW_NEW | QP_SLOW_OVERFLOW | QP_SLOW_FLAGGED | QP_SLOW_ENDED);
    if (QP_UNLIKELY(context->flags & QP_CONTEXT_RENAMED)) { /* before its state: its nodes are others then */
        context->flags &= (uint8_t)~QP_CONTEXT_RENAMED;
        qp_join_again(lane, product);
    }
    if (context != &cold->own) {
        qp_store_relaxed(&context->state, (uint8_t)state_on(qp_frame_node(lane->top), cold));
        cold->carries = true;
        if (context->group == 0)
            cold->slow |= QP_SLOW_NEW;
        if (context->group == 0 && context->name != 0) /* else it may get one before its first entry */
            qp_join_mounted(lane, product);
    }
    if (context->overflow > 0)
        cold->slow |= QP_SLOW_OVERFLOW;
}

/* ---- held and lost --------------------------------------------------------------------------------------- */

static bool is_held(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    return cold->claims || lane->mounted == &cold->own;
}

void qp_mount_hold(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    if (is_held(lane, cold))
        return;
    cold->claims = qp_mount_claim(lane, cold);
    if (!cold->claims)
        qp_mount_lost(lane, product);
}

/* While this one waits for another virtual thread, the lane that holds that may wait for the one that is held here.
 * Where this one was stopped for a second another lane has it (qp_takeover_wait). */
static void let_go(struct qp_lane *lane, struct qp_lane_cold *cold)
{
    if (cold->claims)
        qp_context_hand(lane->mounted, address_of(lane) | QP_OWNER_PARKING, address_of(lane));
    cold->claims = false;
}

/* What was mounted ran until a tick that another lane told. */
static void charge_taken(struct qp_lane *lane, enum qp_product product)
{
    struct qp_ledger *ledger = lane->ledger;
    struct qp_taken *taken = &qp_lane_carrier(lane, product)->record->taken[product];
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
    qp_timeline_leave(lane, product, QPROF_REASON_RUNNABLE, reference, until);
}

/* Return true if the lane recorded something of what it has lost after another lane took that. */
static bool went_on(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    return lane->top != cold->loss.top || last_tick(lane) != cold->loss.last;
}

/* Go to the thread's own stack: another lane has what is mounted. twice: while this one recorded an event of it. */
static void lose(struct qp_lane *lane, enum qp_product product, bool twice)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    qp_takeover_wait(lane->mounted);
    if (twice || went_on(lane, cold))
        qp_takeover_tell(lane, product);
    charge_taken(lane, product);
    mount(lane, product, &cold->own, 0, QP_SETTLE_RESUMED);
}

void qp_mount_lost(struct qp_lane *lane, enum qp_product product)
{
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    if (!is_held(lane, cold) && !qp_lane_has(lane))
        lose(lane, product, false);
}

void qp_mount_count_lost(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    if (is_held(lane, cold) || qp_lane_has(lane) || !went_on(lane, cold))
        return;
    qp_takeover_tell(lane, product);
    cold->loss.top = lane->top;
    cold->loss.last = last_tick(lane);
}

void qp_mount_release(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    bool held = cold->claims;
    let_go(lane, cold);
    if (!qp_lane_owns(lane, cold))
        lose(lane, product, !held);
}

/* ---- what others call ------------------------------------------------------------------------------------ */

/* What is mounted here may be lost meanwhile. */
static void take_over_parked(struct qp_lane *lane, enum qp_product product, struct qp_context *context, uint64_t now)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    bool held = cold->claims;
    let_go(lane, cold);
    qp_takeover(lane, product, context, true, now);
    if (held)
        qp_mount_hold(lane, product);
}

/* Parked in the name of this lane; its frames may still lie in the tree of the one that had it. */
void qp_mount_put_aside(struct qp_lane *lane, enum qp_product product, struct qp_context *context, int reason)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    uint64_t now = qp_run_tick(product);
    take_over_parked(lane, product, context, now);
    if (context->since < now || context->epoch != carrier->cold[product].epoch)
        qp_settle(carrier, product, context, now, QP_SETTLE_RESUMED);
    context->top = qp_store_reference(qp_frame_node(qp_context_top(context)));
    qp_store_relaxed(&context->state, (uint8_t)qp_mount_state(reason));
    qp_context_hand(context, address_of(lane), address_of(lane) | QP_OWNER_PARKED);
    qp_timeline_put_aside(lane, product, context, reason, now);
}

void qp_mount_end(struct qp_lane *lane, enum qp_product product, struct qp_context *context, uint64_t now)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    const struct qp_lane_cold *cold = &carrier->cold[product];
    take_over_parked(lane, product, context, now);
    if (!qp_runs[product].timed)
        qp_store_relaxed(&context->since, qp_clock_read());
    else if (context->since < now || context->epoch != cold->epoch)
        qp_settle(carrier, product, context, now, QP_SETTLE_STAYS);
    struct qp_root *root = context->group == 0 ? qp_join(carrier, product, context)
                                               : qp_tree_root(carrier, product, cold->epoch, context->group, 0);
    if (root)
        qp_lives_add(root, context, true);
    const struct qp_run *run = &qp_runs[product];
    if (QP_UNLIKELY(context->since - qp_times_created(context) > qp_load_acquire(&run->longest_life)))
        run->outlived(product);
}

/* A context that a lane left behind has mounted stays as it is. */
void qp_mount_finish(struct qp_lane *lane, enum qp_product product, struct qp_context *context)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    bool mounted = context->owner != 0 && !(context->owner & QP_OWNER_BITS);
    if (mounted || !qp_runs[product].timed || qp_runs[product].slow & QP_SLOW_CPU)
        return;
    qp_settle_epochs(carrier, product, context);
    struct qp_node *node = context->group == 0 ? NULL
                           : context->carrier == 0
                               ? qp_settle_place(carrier, product, context, carrier->cold[product].epoch)
                               : qp_frame_node(qp_context_top(context));
    if (node) /* an epoch may have begun since it was put aside */
        context->top = qp_store_reference(node);
    qp_settle_until(carrier, product, context, node, qp_run_tick(product), QP_SETTLE_STAYS);
}

/* The client never tells of suspensions: one that is put aside in a method that is flagged was suspended in it, since
 * its last event. */
static void suspend_untold(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold)
{
    struct qp_context *context = lane->mounted;
    struct qp_node *node = qp_frame_node(lane->top);
    uint32_t *told = &qp_runs[product].told;
    if (!is_virtual(context) || qp_load_relaxed(told) == QP_TOLD_ALWAYS || !qp_runs[product].timed)
        return;
    if (qp_load_relaxed(told) == QP_TOLD_UNKNOWN && lane->top == lane->bottom)
        qp_diagnose(product, QP_DIAGNOSTIC_UNTOLD_WAIT, "%#llx outside of any function",
                    (unsigned long long)context->virtual_id);
    else if (qp_load_relaxed(told) == QP_TOLD_UNKNOWN)
        qp_diagnose(product, QP_DIAGNOSTIC_UNTOLD_WAIT, "%#llx in method %#llx",
                    (unsigned long long)context->virtual_id, (unsigned long long)node->method);
    qp_store_relaxed(told, QP_TOLD_NEVER);
    if (!(node->flags & (QP_NODE_BLOCKS | QP_NODE_WAITS)) || cold->slow & QP_SLOW_PAUSED)
        return;
    qp_times_set_estimated(context, node);
    qp_mount_leave(lane, product, cold, last_tick(lane),
                   node->flags & QP_NODE_BLOCKS ? QPROF_REASON_BLOCKED : QPROF_REASON_WAITING);
    mount(lane, product, &cold->own, 0, QP_SETTLE_RESUMED);
}

/* Where another lane has just taken it, the thread is on its own stack. */
static void claim(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold)
{
    if (!cold->claims && !qp_mount_claim(lane, cold))
        qp_mount_lost(lane, product);
}

/* One that stops running before its first entry has its group from then on. */
static void leave(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold, int reason)
{
    if (cold->slow & QP_SLOW_NEW)
        qp_join_mounted(lane, product);
    qp_mount_leave(lane, product, cold, last_tick(lane), reason);
}

/* Put the mounted context aside: it stops running now or, if time was charged until the event, at the lane's last tick.
 */
static void put_aside(struct qp_lane *lane, enum qp_product product, int reason, bool charged)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    claim(lane, product, cold);
    if (reason == QPROF_REASON_RUNNABLE)
        suspend_untold(lane, product, cold);
    if (!charged)
        qp_charge(lane, product);
    leave(lane, product, cold, reason);
}

void qp_mount_stop(struct qp_lane *lane, enum qp_product product)
{
    claim(lane, product, qp_lane_cold(lane, product));
    leave(lane, product, qp_lane_cold(lane, product), QPROF_REASON_RUNNABLE);
    qp_lane_cold(lane, product)->claims = false;
}

/* Another lane put it aside after this one read the clock: the time between is the scheduler's. */
static void wait_until(struct qp_lane *lane, enum qp_product product, uint64_t tick)
{
    struct qp_ledger *ledger = lane->ledger;
    if (tick <= ledger->last || !qp_runs[product].timed || qp_runs[product].slow & QP_SLOW_CPU)
        return;
    *(qp_lane_cold(lane, product)->slow & QP_SLOW_OFF ? &ledger->paused : &ledger->scheduler) += tick - ledger->last;
    qp_store_relaxed(&ledger->last, tick);
}

void qp_mount_begin_to_run(struct qp_lane *lane, enum qp_product product)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_lane_cold *cold = &carrier->cold[product];
    struct qp_context *context = lane->mounted;
    bool keeps = qp_lane_keeps(lane, cold);
    struct qp_node_extra_record *extra = /* before the clock is read: it may have to be made */
        !keeps || context->group == 0 ? NULL : qp_node_extra_of(carrier, product, qp_frame_node(lane->bottom));
    cold->begins = false;
    if (keeps)
        qp_times_advance(product, cold, context, last_tick(lane));
    uint64_t ticks = qp_charge_recorder(lane, product);
    cold->slice = last_tick(lane);
    if (!keeps)
        return;
    if (extra)
        extra->runnable += ticks;
    context->times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)] += ticks;
    if (last_tick(lane) > context->since)
        qp_store_relaxed(&context->since, last_tick(lane));
}

void qp_mount_count_announced(struct qp_lane *lane, enum qp_product product)
{
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    bool ungrouped = is_virtual(lane->mounted) && lane->mounted->group == 0;
    if (ungrouped || cold->slow & QP_SLOW_PAUSED || qp_lane_is_idle(lane, cold) || !qp_lane_keeps(lane, cold))
        return;
    struct qp_node_extra_record *extra =
        qp_node_extra_of(qp_lane_carrier(lane, product), product, qp_frame_node(lane->top));
    if (extra)
        extra->announced++;
}

static int mount_named(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, int reason, uint32_t resumer,
                       bool charged)
{
    struct qp_context *context = qp_vthread_get(lane, product, virtual_id, 0);
    if (!context) {
        qp_mount_own(lane, product, reason);
        return -1;
    }
    bool first = context->group == 0, switched = is_virtual(lane->mounted);
    if (first && charged)
        qp_mount_count_announced(lane, product);
    qp_mount_pass(lane, qp_lane_cold(lane, product), reason, context);
    put_aside(lane, product, reason, charged);
    qp_takeover(lane, product, context, false, last_tick(lane));
    wait_until(lane, product, context->since);
    if (first && context->resumer == 0)
        context->resumer = resumer;
    mount(lane, product, context, virtual_id, switched ? QP_SETTLE_SWITCHED : QP_SETTLE_RESUMED);
    qp_lane_cold(lane, product)->begins = first;
    return 0;
}

/* The client switched to the one that ended, and did not say who goes on: it is this one, which still is suspended. */
static void count_unsaid(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id)
{
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    const struct qp_context *context =
        cold->slow & QP_SLOW_ENDED ? qp_vthread_look_up(lane, product, virtual_id) : NULL;
    if (context && context == cold->before && qp_settle_state(context) != QP_CONTEXT_RUNNABLE)
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_VTHREAD, "%#llx goes on unsaid after another one ended as it ran",
                    (unsigned long long)virtual_id);
}

int qp_mount(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, int reason, bool charged)
{
    count_unsaid(lane, product, virtual_id);
    return mount_named(lane, product, virtual_id, reason, 0, charged);
}

int qp_mount_resumed(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, int reason, bool charged)
{
    uint32_t resumer = lane->top == lane->bottom ? 0 : qp_store_reference(qp_frame_node(lane->top));
    return mount_named(lane, product, virtual_id, reason, resumer, charged);
}

static void mount_own(struct qp_lane *lane, enum qp_product product, int reason, bool charged)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    put_aside(lane, product, reason, charged);
    if (lane->mounted != &cold->own)
        mount(lane, product, &cold->own, 0, QP_SETTLE_RESUMED);
    if (cold->carries && qp_processor_is_stale(cold, last_tick(lane)))
        qp_processor_sample(lane, product, last_tick(lane));
}

void qp_mount_own(struct qp_lane *lane, enum qp_product product, int reason)
{
    mount_own(lane, product, reason, false);
}

static bool waits_here(const struct qp_lane *lane, const struct qp_context *context)
{
    return qp_load_acquire(&context->owner) == (address_of(lane) | QP_OWNER_PARKED) &&
           qp_load_relaxed(&context->state) == QP_CONTEXT_BLOCKED;
}

void qp_mount_ends(struct qp_lane *lane, enum qp_product product, bool charged)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_context *ended = lane->mounted;
    uint32_t count = cold->resumer_count;
    struct qp_context *resumer = count > 0 ? cold->resumers[(count - 1) % QP_LANE_RESUMERS] : NULL;
    struct qp_context *before = cold->before;
    int entered = cold->entered;
    mount_own(lane, product, QPROF_REASON_RUNNABLE, charged);
    if (resumer && resumer != ended && waits_here(lane, resumer)) {
        mount_named(lane, product, resumer->virtual_id, QPROF_REASON_RUNNABLE, 0, charged);
        return;
    }
    cold->resumer_count = 0; /* those that there were went on another way */
    if (entered == QPROF_REASON_BLOCKED || entered == QPROF_REASON_WAITING) {
        cold->slow |= QP_SLOW_ENDED;
        cold->before = before;
    }
}

void qp_mount_follow_top(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_context *context = lane->mounted;
    if (!is_virtual(context) || !qp_lane_keeps(lane, cold))
        return;
    const struct qp_node *node = qp_frame_node(lane->top);
    enum qp_context_state state = state_on(node, cold);
    if (state != (enum qp_context_state)context->state) {
        qp_times_advance(product, cold, context, last_tick(lane));
        qp_store_relaxed(&context->state, (uint8_t)state);
    }
    cold->slow = (cold->slow & ~QP_SLOW_FLAGGED) | (node->flags & QP_NODE_FLAGGED ? QP_SLOW_FLAGGED : 0);
}

/* ---- epochs of what is mounted ---------------------------------------------------------------------------- */

/* The clock of the present epoch stops, and goes on in the new one. */
static void begin_ledger(struct qp_lane *lane, struct qp_root *root)
{
    struct qp_ledger *old = lane->ledger, *ledger = &root->ledger;
    ledger->arriving = old->arriving;
    QP_CHECK(ledger->since == ledger->last);
    ledger->last = ledger->since = old->last;
    old->wall += old->last - old->since;
    old->since = old->last;
    old->arriving = old->last;
    lane->ledger = ledger;
}

void qp_mount_epoch(struct qp_lane *lane, enum qp_product product, const struct qp_mark *mark)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_lane_cold *cold = &carrier->cold[product];
    struct qp_context *context = lane->mounted;
    struct qp_root *root = qp_tree_root(carrier, product, mark->epoch, 0, 0);
    uint32_t fold = root ? qp_tree_make_fold(carrier, root) : 0;
    if (fold == 0)
        return; /* no room: the old trees go on counting */
    if (is_virtual(context) && qp_lane_keeps(lane, cold)) {
        qp_times_advance(product, cold, context, last_tick(lane));
        qp_settle_end_epoch(carrier, product, context, mark, last_tick(lane));
    }
    cold->slice = last_tick(lane);
    cold->ungrouped = 0;
    begin_ledger(lane, root);
    cold->root = qp_store_reference(root);
    cold->fold = fold;
    cold->epoch = mark->epoch;
    memset(cold->lives, 0, sizeof cold->lives);
    qp_settle_frames(carrier, product, context, cold->epoch, lane->bottom, lane->top);
    qp_mount_follow_top(lane, product); /* no node of the new epoch counts cycles yet */
}
