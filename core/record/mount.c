#include "core/record/mount.h"

#include "base/atomic.h"
#include "core/store/diagnose.h"
#include "core/record/charge.h"
#include "core/record/context.h"
#include "core/record/group.h"
#include "core/record/mark.h"
#include "core/record/node_extra.h"
#include "core/record/occupy.h"
#include "core/record/reason.h"
#include "core/record/run.h"
#include "core/record/tree.h"
#include "core/record/vthread.h"

#include <sched.h>

static uint64_t address_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

/* Time that a virtual thread was suspended, until now, is its top method's. On the CPU clock it took none. */
static void end_suspension(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                           const struct qp_frame *top, uint64_t now)
{
    if (context->state == QP_CONTEXT_RUNNABLE)
        return;
    uint64_t time = qp_runs[product].slow & QP_SLOW_CPU ? 0 : qp_mark_recorded(product, context->since, now);
    if (context->flags & QP_CONTEXT_MEASURED)
        *qp_context_recorded(context) += time;
    qp_mount_end_suspension(context, time > 0 ? qp_node_extra_of(carrier, product, qp_frame_node(top)) : NULL, time);
}

/* Let its frames, bottom to top, lie in the tree that the carrier has now; without a group that is the thread's own. */
static void place_frames(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                         struct qp_frame *bottom, const struct qp_frame *top)
{
    const struct qp_lane_cold *cold = &carrier->cold[product];
    if (context->carrier == carrier->number && context->epoch == cold->epoch)
        return;
    const struct qp_root *root =
        context->group == 0 ? NULL : qp_tree_root(carrier, product, cold->epoch, context->group, 0);
    qp_context_move(carrier, product, context, bottom, top, root ? root : qp_store_at(cold->root));
}

/* Its frames lie here from now on, and it is not suspended any more. */
static void settle(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context, uint64_t now)
{
    struct qp_frame *bottom;
    const struct qp_frame *top = qp_context_stack(context, &bottom);
    place_frames(carrier, product, context, bottom, top);
    end_suspension(carrier, product, context, top, now);
}

static void mount(struct qp_lane *lane, enum qp_product product, struct qp_context *context, uint64_t virtual_id)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_lane_cold *cold = &carrier->cold[product];
    settle(carrier, product, context, lane->last);
    qp_mount_enter(lane, context, virtual_id);
    cold->slow &= ~(QP_SLOW_NEW | QP_SLOW_OVERFLOW);
    if (context != &cold->own && context->group == 0)
        cold->slow |= QP_SLOW_NEW;
    if (context->overflow > 0)
        cold->slow |= QP_SLOW_OVERFLOW;
}

/* How often to look again at a lane that is in the middle of something, before it is taken for held up. */
#define PATIENCE 1000

static struct qp_lane *lane_of(uint64_t owner)
{
    return (struct qp_lane *)(uintptr_t)(owner & ~(uint64_t)QP_OWNER_BITS);
}

/* The lane that lost the context was in an event. The event was this virtual thread's if afterwards the lane still has
 * it mounted and its top has moved. */
static __attribute__((no_sanitize_thread)) void report_twice(enum qp_product product, const struct qp_lane *before,
                                                             const struct qp_frame *top,
                                                             const struct qp_context *context)
{
    for (int i = 0; i < PATIENCE && qp_load_acquire(&before->busy); i++)
        if (qp_load_acquire(&before->mounted) != context)
            return;
    if (!qp_load_acquire(&before->busy) && qp_load_acquire(&before->mounted) == context &&
        qp_load_relaxed(&before->top) != top)
        qp_diagnose(product, QP_DIAGNOSTIC_VTHREAD_TWICE, "virtual thread %#llx",
                    (unsigned long long)context->virtual_id);
}

/* What was read of the lane that had it; nonsense where the client lets a virtual thread run twice. */
static void take_state(struct qp_context *context, const struct qp_frame *top, uint64_t last)
{
    const struct qp_frame *frames = qp_context_frames(context);
    if (top >= frames && top < frames + qp_context_room(frames))
        context->depth = (uint32_t)(top - frames);
    qp_context_add_run(context, last);
}

/* The lane may go on meanwhile, and then what was read does not count: a race by intention. */
static __attribute__((noinline, no_sanitize_thread)) const struct qp_frame *read_lane(const struct qp_lane *lane,
                                                                                      uint64_t *last)
{
    *last = qp_load_relaxed(&lane->last);
    return qp_load_relaxed(&lane->top);
}

/* Take the context over from the lane that had it, which is returned. While its top lies there, that lane may be about
 * to park it: what was read counts when the lane still owned it afterwards. */
static struct qp_lane *take_over(struct qp_lane *lane, enum qp_product product, struct qp_context *context)
{
    for (int tries = 0;; tries++) {
        uint64_t owner = qp_load_acquire(&context->owner);
        struct qp_lane *before = lane_of(owner);
        if (owner & QP_OWNER_PARKING && tries < PATIENCE) {
            sched_yield();
            continue;
        }
        if (!before || before == lane || owner & QP_OWNER_BITS) {
            if (qp_context_hand(context, owner, address_of(lane)))
                return before;
            continue;
        }
        bool busy = qp_load_acquire(&before->busy) != 0;
        uint64_t last;
        const struct qp_frame *top = read_lane(before, &last);
        if (!qp_context_hand(context, owner, address_of(lane)))
            continue;
        take_state(context, top, last);
        if (busy)
            report_twice(product, before, top, context);
        return before;
    }
}

/* Parked in the name of the lane that had it last, in whose tree its frames lie. */
void qp_mount_set_state(struct qp_lane *lane, enum qp_product product, struct qp_context *context,
                        enum qp_context_state state)
{
    uint64_t now = qp_run_tick(product);
    const struct qp_lane *last = take_over(lane, product, context);
    if (context->state != QP_CONTEXT_RUNNABLE) {
        settle(qp_lane_carrier(lane, product), product, context, now);
        last = lane;
    }
    context->since = now;
    qp_store_relaxed(&context->state, (uint16_t)state);
    qp_context_hand(context, address_of(lane), address_of(last) | QP_OWNER_PARKED);
}

/* Its frames lie in the tree of the lane that had it last; a thread that never entered anything has none. */
void qp_mount_finish(enum qp_product product, struct qp_context *context)
{
    struct qp_lane *lane = lane_of(context->owner);
    if (lane && context->group != 0)
        end_suspension(qp_lane_carrier(lane, product), product, context, qp_context_top(context), qp_run_tick(product));
}

int qp_mount(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, enum qp_context_state left)
{
    struct qp_context *context = qp_vthread_get(product, virtual_id);
    if (!context) {
        qp_mount_own(lane, product, left);
        return -1;
    }
    qp_charge(lane, product);
    qp_mount_leave(lane, qp_lane_cold(lane, product), left);
    take_over(lane, product, context);
    mount(lane, product, context, virtual_id);
    return 0;
}

void qp_mount_own(struct qp_lane *lane, enum qp_product product, enum qp_context_state left)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    qp_charge(lane, product);
    qp_mount_leave(lane, cold, left);
    mount(lane, product, &cold->own, 0);
}

void qp_mount_lost(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    if (!qp_lane_owns(lane, cold))
        mount(lane, product, &cold->own, 0);
}

/* Returns the reference of the mounted one's group, 0 when there is no room. */
static uint32_t find_group(enum qp_product product, struct qp_lane_cold *cold, const struct qp_context *context)
{
    uint64_t parent = context->parent == 0 ? 0 : ((struct qp_node *)qp_store_at(context->parent))->method;
    if (cold->group != 0 && cold->group_name == context->name && cold->group_parent == parent)
        return cold->group;
    qp_cold_lock();
    const struct qp_group_record *group = qp_group_get(product, context->name, parent);
    qp_cold_unlock();
    cold->group = group ? qp_store_reference(group) : 0;
    cold->group_name = context->name;
    cold->group_parent = parent;
    return cold->group;
}

void qp_mount_group(struct qp_lane *lane, enum qp_product product)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_lane_cold *cold = &carrier->cold[product];
    struct qp_context *context = lane->mounted;
    uint32_t group = find_group(product, cold, context);
    if (group == 0)
        return; /* no room: it stays with the carrier's own tree, and goes the slow way */
    qp_add_relaxed(&((struct qp_group_record *)qp_store_at(group))->created, 1);
    context->group = group;
    context->carrier = 0;
    place_frames(carrier, product, context, lane->bottom, lane->top);
    cold->slow &= ~QP_SLOW_NEW;
}

void qp_mount_epoch(struct qp_lane *lane, enum qp_product product, uint32_t epoch)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_lane_cold *cold = &carrier->cold[product];
    const struct qp_root *root = qp_tree_root(carrier, product, epoch, 0, 0);
    if (!root)
        return; /* no room: the old trees go on counting */
    cold->root = qp_store_reference(root);
    cold->epoch = epoch;
    qp_tree_make_fold(carrier, product);
    place_frames(carrier, product, lane->mounted, lane->bottom, lane->top);
}
