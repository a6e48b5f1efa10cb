#include "core/record/mount.h"

#include "base/atomic.h"
#include "base/check.h"
#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/record/charge.h"
#include "core/record/group.h"
#include "core/record/mark.h"
#include "core/record/occupy.h"
#include "core/record/reason.h"
#include "core/record/thread_name.h"
#include "core/record/tree.h"
#include "core/record/vthread.h"

#include <sched.h>
#include <string.h>

static uint64_t address_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static bool is_virtual(const struct qp_context *context)
{
    return context->flags & QP_CONTEXT_VIRTUAL;
}

/* ---- its time ---------------------------------------------------------------------------------------------- */

/* It has been in its state, or runnable since it was woken, until then; its node's share is made if there is a node. */
static void add_until(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                      struct qp_node *node, uint64_t until, bool goes_on)
{
    const struct qp_lane_cold *cold = &carrier->cold[product];
    uint64_t woken = qp_mount_woken(context, until);
    uint64_t suspended = qp_times_recorded(product, cold, context->since, woken);
    uint64_t runnable = qp_times_recorded(product, cold, woken, until);
    bool was_woken = qp_mount_state(context) != QP_CONTEXT_RUNNABLE && woken < until;
    struct qp_node_extra_record *extra =
        node && suspended + runnable > 0 ? qp_node_extra_of(carrier, product, node) : NULL;
    struct qp_edge_record *edge = extra && was_woken && goes_on && context->waker != 0
                                      ? qp_node_extra_edge(carrier, extra, context->waker)
                                      : NULL;
    qp_mount_go_on(context, extra, edge, suspended, runnable);
    if (context->flags & QP_CONTEXT_MEASURED)
        *qp_context_recorded(context) += suspended + runnable;
    if (was_woken)
        qp_store_relaxed(&context->state, QP_CONTEXT_RUNNABLE);
    if (until > context->since)
        context->since = until;
    if (goes_on && context->group != 0 && qp_mount_state(context) == QP_CONTEXT_RUNNABLE) {
        struct qp_lives_record *lives = qp_lives_search(&carrier->lanes[product], product, context->group);
        if (lives)
            qp_lives_add_delay(lives, runnable);
    }
}

/* ---- its frames -------------------------------------------------------------------------------------------- */

/* Let its frames, bottom to top, lie in the carrier's tree of this epoch; without a group that is the thread's own. */
static void place_frames(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                         uint32_t epoch, struct qp_frame *bottom, const struct qp_frame *top)
{
    if (context->carrier == carrier->number && context->epoch == epoch)
        return;
    if (context->epoch != epoch && context->flags & QP_CONTEXT_MEASURED)
        qp_context_forget_begins(bottom, top);
    const struct qp_root *root = context->group == 0 ? NULL : qp_tree_root(carrier, product, epoch, context->group, 0);
    qp_context_move(carrier, product, context, bottom, top, root ? root : qp_store_at(carrier->cold[product].root));
}

static struct qp_node *place(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                             uint32_t epoch)
{
    struct qp_frame *bottom;
    const struct qp_frame *top = qp_context_stack(context, &bottom);
    place_frames(carrier, product, context, epoch, bottom, top);
    return qp_frame_node(top);
}

/* ---- its epochs -------------------------------------------------------------------------------------------- */

/* Its epoch has ended with this mark. What it had in a phase counts there, what lies before a clear is forgotten. */
static void end_epoch(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                      const struct qp_mark *mark)
{
    struct qp_root *root = mark->kind != QP_MARK_PHASE || context->group == 0
                               ? NULL
                               : qp_tree_root(carrier, product, context->epoch, context->group, 0);
    if (root) {
        add_until(carrier, product, context, place(carrier, product, context, context->epoch), mark->tick, false);
        qp_lives_add(root, context, false);
    }
    qp_times_restart(context, mark->epoch, mark->tick > context->since ? mark->tick : context->since);
    context->carrier = 0;
}

/* Bring a context that is not mounted into the carrier's epoch. */
static void pass_epochs(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context)
{
    const struct qp_lane_cold *cold = &carrier->cold[product];
    for (uint32_t i = 0; i < cold->marks && context->epoch != cold->epoch; i++) {
        struct qp_mark mark = qp_mark_get(product, i);
        if (mark.epoch > context->epoch && mark.epoch <= cold->epoch)
            end_epoch(carrier, product, context, &mark);
    }
}

/* ---- going on ---------------------------------------------------------------------------------------------- */

/* Its frames lie here from now on, and its time until now is told. On the CPU clock it took none. */
static void settle(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context, uint64_t now)
{
    const struct qp_lane_cold *cold = &carrier->cold[product];
    if (is_virtual(context) && qp_runs[product].timed)
        pass_epochs(carrier, product, context);
    if (context->carrier != 0 && context->carrier != carrier->number)
        context->migrations++;
    struct qp_node *node = place(carrier, product, context, cold->epoch);
    if (is_virtual(context) && qp_runs[product].timed && !(cold->slow & QP_SLOW_CPU))
        add_until(carrier, product, context, context->group == 0 ? NULL : node, now, true);
}

/* What the mounted one's time goes to with this node on top. */
static enum qp_context_state state_on(const struct qp_node *node, const struct qp_lane_cold *cold)
{
    if (cold->slow & QP_SLOW_CALLBACK)
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

static void mount(struct qp_lane *lane, enum qp_product product, struct qp_context *context, uint64_t virtual_id)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_lane_cold *cold = &carrier->cold[product];
    settle(carrier, product, context, last_tick(lane));
    qp_mount_enter(lane, product, cold, context, virtual_id, last_tick(lane));
    cold->ungrouped = 0;
    cold->slow &= ~(QP_SLOW_NEW | QP_SLOW_OVERFLOW | QP_SLOW_FLAGGED);
    if (context != &cold->own) {
        qp_store_relaxed(&context->state, (uint8_t)state_on(qp_frame_node(lane->top), cold));
        cold->carries = true;
        if (context->group == 0)
            cold->slow |= QP_SLOW_NEW;
    }
    if (context->overflow > 0)
        cold->slow |= QP_SLOW_OVERFLOW;
}

/* ---- taking over ------------------------------------------------------------------------------------------- */

/* How often to look again at a lane that is in the middle of something, before it is taken for held up. */
#define PATIENCE 1000

/* The owner, when no lane is in the middle of putting the context aside or taking it over. That takes less than a
 * microsecond, unless the system stops the thread meanwhile; one that a debugger stops there is left behind after a
 * second. */
static uint64_t wait_for_owner(const struct qp_context *context)
{
    uint64_t owner = qp_load_acquire(&context->owner), deadline = 0;
    while (owner & QP_OWNER_PARKING) {
        uint64_t now = qp_clock_monotonic();
        deadline = deadline == 0 ? now + 1000000000 : deadline;
        if (now >= deadline)
            break;
        sched_yield();
        owner = qp_load_acquire(&context->owner);
    }
    return owner;
}

static struct qp_lane *lane_of(uint64_t owner)
{
    return (struct qp_lane *)(uintptr_t)(owner & ~(uint64_t)QP_OWNER_BITS);
}

/* The lane that lost the context was in an event. The event was this virtual thread's if afterwards the lane still has
 * it mounted and its top has moved. */
static __attribute__((no_sanitize_thread)) bool runs_twice(const struct qp_lane *before, const struct qp_frame *top,
                                                           const struct qp_context *context)
{
    for (int i = 0; i < PATIENCE && qp_load_acquire(&before->busy); i++)
        if (qp_load_acquire(&before->mounted) != context)
            return false;
    return !qp_load_acquire(&before->busy) && qp_load_acquire(&before->mounted) == context &&
           qp_load_relaxed(&before->top) != top;
}

/* What was read of a lane that may go on meanwhile, and then does not count: a race by intention. */
struct sight {
    const struct qp_frame *top;
    uint64_t last;
    uint64_t slice;
    struct qp_node *node; /* NULL = nonsense was read */
};

static __attribute__((noinline, no_sanitize_thread)) struct sight look(struct qp_lane *lane, enum qp_product product,
                                                                       const struct qp_context *context)
{
    struct sight sight = {.top = qp_load_relaxed(&lane->top),
                          .last = qp_load_relaxed(&lane->ledger->last),
                          .slice = qp_load_relaxed(&qp_lane_cold(lane, product)->slice)};
    const struct qp_frame *frames = qp_context_frames(context);
    if (sight.top >= frames && sight.top < frames + qp_context_room(frames))
        sight.node = qp_frame_node(sight.top);
    return sight;
}

/* It ran on the other lane until that one's last event; what it did since nobody tells. When it comes to that lane that
 * it does not run any more, the client says so (ran), and it ran until now: the lane is to charge that at its next
 * event. */
static void take_state(struct qp_lane *before, enum qp_product product, struct qp_context *context,
                       const struct sight *sight, bool ran, uint64_t now)
{
    struct qp_lane_cold *cold = qp_lane_cold(before, product);
    bool cpu = qp_runs[product].slow & QP_SLOW_CPU;
    uint64_t until = ran && !cpu && now > sight->last ? now : sight->last;
    if (sight->node)
        context->depth = (uint32_t)(sight->top - qp_context_frames(context));
    qp_times_advance(product, cold, context, until);
    if (sight->last > sight->slice && (float)(until - sight->slice) > context->longest)
        context->longest = (float)(until - sight->slice);
    if (context->state != QP_CONTEXT_BLOCKED && context->state != QP_CONTEXT_WAITING)
        qp_store_relaxed(&context->state, QP_CONTEXT_RUNNABLE);
    if (sight->node && until > sight->last) {
        cold->lost_until = until;
        cold->lost_node = qp_store_reference(sight->node);
    } else if (sight->node && context->group != 0) {
        qp_times_set_estimated(context, sight->node);
    }
}

/* A virtual thread runs twice: events of the one lane may have charged nodes that are the other's. */
static void disturb(struct qp_lane *lane, struct qp_lane *before, enum qp_product product, struct qp_context *context)
{
    struct qp_root *roots[] = {qp_store_at(qp_lane_cold(lane, product)->root),
                               qp_store_at(qp_load_relaxed(&qp_lane_cold(before, product)->root))};
    for (int i = 0; i < 2; i++)
        __atomic_fetch_or(&roots[i]->flags, QP_ROOT_DISTURBED, __ATOMIC_RELAXED);
    context->flags |= QP_CONTEXT_DISTURBED;
    if (context->group != 0)
        __atomic_fetch_or(&((struct qp_group_record *)qp_store_at(context->group))->flags, QP_GROUP_DISTURBED,
                          __ATOMIC_RELAXED);
}

/* Take the context over from the lane that has or had it. While its top lies there, that lane may be about to park it;
 * one that lost it waits until its state was read. */
static void take_over(struct qp_lane *lane, enum qp_product product, struct qp_context *context, bool ran, uint64_t now)
{
    for (;;) {
        uint64_t owner = wait_for_owner(context);
        struct qp_lane *before = lane_of(owner);
        if (!before || before == lane || owner & QP_OWNER_BITS) {
            if (qp_context_hand(context, owner, address_of(lane)))
                return;
            continue;
        }
        bool busy = qp_load_acquire(&before->busy) != 0;
        struct sight sight = look(before, product, context);
        if (!qp_context_hand(context, owner, owner | QP_OWNER_PARKING))
            continue;
        take_state(before, product, context, &sight, ran, now);
        qp_store_release(&context->owner, address_of(lane)); /* pairs with qp_mount_lost */
        if (busy && runs_twice(before, sight.top, context)) {
            disturb(lane, before, product, context);
            qp_diagnose(product, QP_DIAGNOSTIC_VTHREAD_TWICE, "virtual thread %#llx",
                        (unsigned long long)context->virtual_id);
        }
        return;
    }
}

/* ---- groups ------------------------------------------------------------------------------------------------- */

/* Returns the reference of the mounted one's group, 0 when there is no room. */
static uint32_t find_group(enum qp_product product, struct qp_lane_cold *cold, const struct qp_context *context)
{
    struct qp_group_key key = {qp_thread_name_of_group(cold, context), context->creator, context->resumer};
    if (cold->group != 0 && cold->group_name == key.name && cold->group_creator == key.creator &&
        cold->group_resumer == key.resumer)
        return cold->group;
    qp_cold_lock();
    const struct qp_group_record *group = qp_group_get(product, &key);
    qp_cold_unlock();
    cold->group = group ? qp_store_reference(group) : 0;
    cold->group_name = key.name;
    cold->group_creator = key.creator;
    cold->group_resumer = key.resumer;
    return cold->group;
}

/* What it had before it had a group is told at the root. */
static void move_times(struct qp_carrier *carrier, enum qp_product product, const struct qp_context *context,
                       struct qp_node *to)
{
    const uint64_t *times = context->times;
    struct qp_node_extra_record *extra = qp_node_extra_of(carrier, product, to);
    if (!extra)
        return;
    extra->runnable += times[QP_CONTEXT_RUNNABLE - QP_CONTEXT_RUNNING];
    extra->blocked += times[QP_CONTEXT_BLOCKED - QP_CONTEXT_RUNNING];
    extra->waiting += times[QP_CONTEXT_WAITING - QP_CONTEXT_RUNNING];
}

/* Fix its group. Returns its root, NULL when there is no room. */
static struct qp_root *join_group(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context)
{
    struct qp_lane_cold *cold = &carrier->cold[product];
    uint32_t group = find_group(product, cold, context);
    struct qp_root *root = group == 0 ? NULL : qp_tree_root(carrier, product, cold->epoch, group, 0);
    if (!root)
        return NULL;
    if (qp_runs[product].timed)
        move_times(carrier, product, context, qp_store_at(root->node));
    context->group = group;
    context->carrier = 0;
    struct qp_lives_record *lives = qp_lives_search(&carrier->lanes[product], product, group);
    if (lives) {
        lives->created++;
        qp_lives_add_delay(lives, context->times[QP_CONTEXT_RUNNABLE - QP_CONTEXT_RUNNING]);
    }
    return root;
}

/* Without room it stays with the carrier's own tree, and goes the slow way. */
void qp_mount_group(struct qp_lane *lane, enum qp_product product)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_lane_cold *cold = &carrier->cold[product];
    const struct qp_root *root = join_group(carrier, product, lane->mounted);
    if (!root)
        return;
    qp_frame_node(lane->bottom)->self -= cold->ungrouped;
    ((struct qp_node *)qp_store_at(root->node))->self += cold->ungrouped;
    cold->ungrouped = 0;
    place_frames(carrier, product, lane->mounted, cold->epoch, lane->bottom, lane->top);
    cold->slow &= ~QP_SLOW_NEW;
}

/* ---- what others call ------------------------------------------------------------------------------------ */

/* Parked in the name of this lane, in whose tree its frames lie from now on. */
void qp_mount_set_state(struct qp_lane *lane, enum qp_product product, struct qp_context *context,
                        enum qp_context_state state)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    uint64_t now = qp_run_tick(product);
    take_over(lane, product, context, true, now);
    if (context->since < now || context->epoch != carrier->cold[product].epoch)
        settle(carrier, product, context, now);
    context->top = qp_store_reference(qp_frame_node(qp_context_top(context)));
    qp_store_relaxed(&context->state, (uint8_t)state);
    qp_context_hand(context, address_of(lane), address_of(lane) | QP_OWNER_PARKED);
}

void qp_mount_end(struct qp_lane *lane, enum qp_product product, struct qp_context *context)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    const struct qp_lane_cold *cold = &carrier->cold[product];
    uint64_t now = lane->mounted == context ? last_tick(lane) : qp_run_tick(product);
    take_over(lane, product, context, true, now);
    if (!qp_runs[product].timed)
        context->since = qp_clock_read();
    else if (context->since < now || context->epoch != cold->epoch)
        settle(carrier, product, context, now);
    struct qp_root *root = context->group == 0 ? join_group(carrier, product, context)
                                               : qp_tree_root(carrier, product, cold->epoch, context->group, 0);
    if (root)
        qp_lives_add(root, context, true);
}

/* A context that a lane left behind has mounted stays as it is. */
void qp_mount_finish(struct qp_lane *lane, enum qp_product product, struct qp_context *context)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    bool mounted = context->owner != 0 && !(context->owner & QP_OWNER_BITS);
    if (mounted || !qp_runs[product].timed || qp_runs[product].slow & QP_SLOW_CPU)
        return;
    pass_epochs(carrier, product, context);
    struct qp_node *node = context->group == 0     ? NULL
                           : context->carrier == 0 ? place(carrier, product, context, carrier->cold[product].epoch)
                                                   : qp_frame_node(qp_context_top(context));
    add_until(carrier, product, context, node, qp_run_tick(product), false);
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
    qp_store_relaxed(told, QP_TOLD_NEVER);
    if (!(node->flags & (QP_NODE_BLOCKS | QP_NODE_WAITS)) || cold->slow & QP_SLOW_PAUSED)
        return;
    qp_times_set_estimated(context, node);
    qp_mount_leave(lane, product, cold, last_tick(lane),
                   node->flags & QP_NODE_BLOCKS ? QP_CONTEXT_BLOCKED : QP_CONTEXT_WAITING);
    mount(lane, product, &cold->own, 0);
}

/* Where another lane has just taken it, the thread is on its own stack. */
static void claim(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold)
{
    if (!qp_mount_claim(lane, cold))
        qp_mount_lost(lane, product);
}

/* One that stops running before its first entry has its group from then on. */
static void leave(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold, enum qp_context_state left)
{
    if (cold->slow & QP_SLOW_NEW)
        qp_mount_group(lane, product);
    qp_mount_leave(lane, product, cold, last_tick(lane), left);
}

/* What is mounted stops running now. */
static void put_aside(struct qp_lane *lane, enum qp_product product, enum qp_context_state left)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    claim(lane, product, cold);
    if (left == QP_CONTEXT_RUNNABLE)
        suspend_untold(lane, product, cold);
    qp_charge(lane, product);
    leave(lane, product, cold, left);
}

void qp_mount_stop(struct qp_lane *lane, enum qp_product product)
{
    claim(lane, product, qp_lane_cold(lane, product));
    leave(lane, product, qp_lane_cold(lane, product), QP_CONTEXT_RUNNABLE);
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

int qp_mount(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, enum qp_context_state left)
{
    struct qp_context *context = qp_vthread_get(lane, product, virtual_id);
    if (!context) {
        qp_mount_own(lane, product, left);
        return -1;
    }
    put_aside(lane, product, left);
    take_over(lane, product, context, false, last_tick(lane));
    wait_until(lane, product, context->since);
    mount(lane, product, context, virtual_id);
    return 0;
}

int qp_mount_resumed(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, enum qp_context_state left)
{
    uint32_t resumer = lane->top == lane->bottom ? 0 : qp_store_reference(qp_frame_node(lane->top));
    if (qp_mount(lane, product, virtual_id, left) != 0)
        return -1;
    if (lane->mounted->group == 0 && lane->mounted->resumer == 0)
        lane->mounted->resumer = resumer;
    return 0;
}

void qp_mount_own(struct qp_lane *lane, enum qp_product product, enum qp_context_state left)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    put_aside(lane, product, left);
    if (lane->mounted != &cold->own)
        mount(lane, product, &cold->own, 0);
    if (cold->carries && qp_processor_is_stale(cold, last_tick(lane)))
        qp_processor_sample(lane, product, last_tick(lane));
}

/* What was mounted ran until a tick that another lane told. */
static void charge_lost(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold)
{
    struct qp_ledger *ledger = lane->ledger;
    struct qp_node *node = cold->lost_node == 0 ? NULL : qp_store_at(cold->lost_node);
    cold->lost_node = 0;
    if (!node || cold->lost_until <= ledger->last)
        return;
    uint64_t recorded = qp_mark_recorded(product, ledger->last, cold->lost_until);
    node->self += recorded;
    ledger->paused += cold->lost_until - ledger->last - recorded;
    qp_store_relaxed(&ledger->last, cold->lost_until);
}

void qp_mount_lost(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    if (qp_lane_owns(lane, cold))
        return;
    for (int i = 0; i < PATIENCE && qp_load_acquire(&lane->mounted->owner) == (address_of(lane) | QP_OWNER_PARKING);
         i++)
        sched_yield();
    charge_lost(lane, product, cold);
    mount(lane, product, &cold->own, 0);
}

void qp_mount_follow_top(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_context *context = lane->mounted;
    if (!is_virtual(context) || !qp_lane_has(lane))
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
    if (!root)
        return; /* no room: the old trees go on counting */
    if (is_virtual(context) && qp_lane_has(lane)) {
        qp_times_advance(product, cold, context, last_tick(lane));
        struct qp_root *ended = mark->kind != QP_MARK_PHASE || context->group == 0
                                    ? NULL
                                    : qp_tree_root(carrier, product, cold->epoch, context->group, 0);
        if (ended && qp_runs[product].timed)
            qp_lives_add(ended, context, false);
        qp_times_restart(context, mark->epoch, last_tick(lane));
        context->carrier = 0;
    }
    cold->slice = last_tick(lane);
    cold->ungrouped = 0;
    begin_ledger(lane, root);
    cold->root = qp_store_reference(root);
    cold->epoch = mark->epoch;
    memset(cold->lives, 0, sizeof cold->lives);
    qp_tree_make_fold(carrier, product);
    place_frames(carrier, product, context, cold->epoch, lane->bottom, lane->top);
}
