/* hot.h - all that runs in line for an event: no locks, no calls, one clock read.
 *
 * An event takes its lane, sees that no other is under way, sets busy (lane.h: qp_lane_begin) and calls one of these;
 * where it returns false nothing has happened yet, and the event goes on another way (frame.h, count.h, switch.h).
 * `timed` is a constant of the library. */
#ifndef QP_TREE_HOT_H
#define QP_TREE_HOT_H

#include "base/atomic.h"
#include "base/clock.h"
#include "core/thread/call.h"
#include "core/thread/lane.h"
#include "core/tree/tree.h"

/* In the place of a stack id: the library numbers the frame. No program has this one. */
#define QP_FRAME_NUMBERED 0x6d1f9b27c4e3a85bu

/* The difference between the number of a frame and that of the frame below it. Numbers are stack ids of the library's
 * own: small ones are stack ids that clients choose, such as depths, and so are addresses, all of them below 2^63. A
 * constant of 32 bits costs no instruction of its own. */
#define QP_FRAME_STEP (-(uint64_t)0x5f3759dfu)

/* Charge the ticks since the last event to the node on top. Returns false when the clock went backwards, which reads as
 * a very long time, or when nothing happened for longer than the lane has patience for. */
static inline bool qp_hot_charge(struct qp_lane *lane, struct qp_node *node, uint64_t now)
{
    struct qp_ledger *ledger = lane->ledger;
    uint64_t ticks = now - ledger->last;
    if (QP_UNLIKELY(ticks > lane->patience))
        return false;
    qp_store_relaxed(&ledger->arriving, now);
    qp_fence_signal(); /* a reader of a killed process finds what a compiler would put in another order */
    node->self += ticks;
    qp_fence_signal();
    qp_store_relaxed(&ledger->last, now);
    return true;
}

/* The ticks since the last event are the recorder's own. */
static inline void qp_hot_skip(struct qp_lane *lane, uint64_t now)
{
    struct qp_ledger *ledger = lane->ledger;
    if (QP_UNLIKELY(now < ledger->last))
        return;
    qp_store_relaxed(&ledger->arriving, now);
    qp_fence_signal();
    ledger->recorder += now - ledger->last;
    qp_fence_signal();
    qp_store_relaxed(&ledger->last, now);
}

/* Whether an entry is an ordinary one: room for its frame, no tail call, no bad input. */
static inline bool qp_hot_fits(const struct qp_lane *lane, const struct qp_frame *limit, uint64_t method,
                               uint64_t stack_id)
{
    return QP_LIKELY(lane->top < limit && lane->top->stack_id != stack_id && method != 0);
}

static inline void qp_hot_push(struct qp_lane *lane, struct qp_node *node, uint64_t stack_id)
{
    struct qp_frame *frame = lane->top + 1;
    frame->node = (uint64_t)(uintptr_t)node;
    frame->stack_id = stack_id;
    lane->top = frame;
}

/* Count a call of child, which is known, and push its frame. */
static inline bool qp_hot_call(struct qp_lane *lane, struct qp_node *child, uint64_t stack_id, bool timed)
{
    if (timed && QP_UNLIKELY(!qp_hot_charge(lane, qp_frame_node(lane->top), qp_clock_counter())))
        return false;
    child->calls++;
    qp_hot_push(lane, child, stack_id);
    return true;
}

/* The child that an entry in line would call: not one that is flagged, since the state of a virtual thread follows it
 * (mount.h). */
static inline struct qp_node *qp_hot_child(const struct qp_lane *lane, enum qp_flavour flavour, uint64_t method)
{
    struct qp_node *child = qp_tree_child(lane, qp_frame_node(lane->top), method);
    if (flavour != QP_PLAIN && child && QP_UNLIKELY(child->flags & QP_NODE_FLAGGED))
        return NULL;
    return child;
}

static inline bool qp_hot_enter(struct qp_lane *lane, const struct qp_call *call, const struct qp_frame *limit,
                                uint64_t method, uint64_t stack_id, bool timed)
{
    if (!qp_hot_fits(lane, limit, method, stack_id))
        return false;
    struct qp_node *child = qp_hot_child(lane, call->flavour, method);
    return QP_LIKELY(child) && qp_hot_call(lane, child, stack_id, timed);
}

/* An entry in a pause: its frame is pushed, nothing is timed or counted. */
static inline bool qp_hot_follow(struct qp_lane *lane, const struct qp_call *call, const struct qp_frame *limit,
                                 uint64_t method, uint64_t stack_id)
{
    if (!qp_hot_fits(lane, limit, method, stack_id))
        return false;
    struct qp_node *child = qp_hot_child(lane, call->flavour, method);
    if (child)
        qp_hot_push(lane, child, stack_id);
    return child;
}

/* One frame, the common return. The frame below the root reads as the context's guard, whose stack id is 0. */
static inline bool qp_hot_exit(struct qp_lane *lane, const struct qp_frame *limit, uint64_t stack_id, bool timed)
{
    struct qp_frame *top = lane->top;
    if (QP_UNLIKELY(top >= limit || top[-1].stack_id != stack_id || top->stack_id == stack_id))
        return false;
    if (timed && QP_UNLIKELY(!qp_hot_charge(lane, qp_frame_node(top), qp_clock_counter())))
        return false;
    lane->top = top - 1;
    return true;
}

/* The same where the library numbered the frames: the one below has the number before it. One that is flagged, or has a
 * flagged one below it, does not look so (frame_part.h). The root's has no number. */
static inline bool qp_hot_leave(struct qp_lane *lane, const struct qp_frame *limit, uint64_t method, bool timed)
{
    struct qp_frame *top = lane->top;
    struct qp_node *node = qp_frame_node(top);
    if (QP_UNLIKELY(top >= limit || node->method != method || top[-1].stack_id + QP_FRAME_STEP != top->stack_id))
        return false;
    if (timed && QP_UNLIKELY(!qp_hot_charge(lane, node, qp_clock_counter())))
        return false;
    lane->top = top - 1;
    return true;
}

/* Whether events of this virtual thread find it mounted here. Only where one of the lane's limits is set, or the lane
 * is of the run that records: else the mounted context may lie in a file that is being unmapped. */
static inline bool qp_hot_mounted(const struct qp_lane *lane, uint64_t virtual_id)
{
    return lane->virtual_id == virtual_id && qp_lane_has(lane);
}

/* Whether the call may go on within the limit, which is NULL where it is closed: what the call acts on is mounted. */
static inline bool qp_hot_is_for(struct qp_lane *lane, const struct qp_call *call, const struct qp_frame *limit,
                                 uint64_t virtual_id)
{
    if (call->flavour == QP_PLAIN)
        return true; /* no frame is below NULL */
    if (call->flavour == QP_VIRTUAL)
        return limit && qp_hot_mounted(lane, virtual_id);
    return limit && qp_lane_owns(lane, qp_lane_cold(lane, call->product));
}

/* One of two limits, for the call's flavour: at most one of them is set, as the run has virtual threads or not. */
static inline struct qp_frame *qp_hot_limit_of(const struct qp_call *call, struct qp_frame *const *plain,
                                               struct qp_frame *const *of_virtual)
{
    struct qp_frame *limit = qp_load_relaxed(call->flavour == QP_PLAIN ? plain : of_virtual);
    return limit || call->flavour != QP_EITHER ? limit : qp_load_relaxed(plain);
}

/* The limit of the call's flavour, and the one for following it in a pause. */
static inline struct qp_frame *qp_hot_limit(const struct qp_lane *lane, const struct qp_call *call)
{
    return qp_hot_limit_of(call, &lane->limit, &lane->virtual_limit);
}

static inline struct qp_frame *qp_hot_paused_limit(const struct qp_lane *lane, const struct qp_call *call)
{
    return qp_hot_limit_of(call, &lane->paused_limit, &lane->paused_virtual_limit);
}

/* Whether what is within a function may be counted; that needs no room for a frame. */
static inline bool qp_hot_counts(const struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id)
{
    if (call->flavour == QP_VIRTUAL)
        return qp_load_relaxed(&lane->virtual_limit) && qp_hot_mounted(lane, virtual_id);
    if (QP_LIKELY(qp_load_relaxed(&lane->limit) != NULL))
        return true;
    return call->flavour == QP_EITHER && qp_load_relaxed(&lane->virtual_limit) && qp_lane_has(lane);
}

static inline bool qp_hot_block(struct qp_lane *lane, int block, uint64_t count)
{
    const struct qp_node *node = qp_frame_node(lane->top);
    struct qp_block_array *array = qp_lane_at(lane, node->blocks);
    if (QP_UNLIKELY(node->blocks == 0 || (uint32_t)block >= array->count))
        return false;
    array->values[block] += count;
    return true;
}

/* The time since the last event is the block's, which ran so many times. */
static inline bool qp_hot_timed_block(struct qp_lane *lane, int block, uint64_t count)
{
    struct qp_node *node = qp_frame_node(lane->top);
    struct qp_block_array *counts = qp_lane_at(lane, node->blocks);
    if (QP_UNLIKELY(node->blocks == 0 || counts->next == 0))
        return false;
    struct qp_block_array *times = qp_lane_at(lane, counts->next);
    uint64_t last = lane->ledger->last;
    if (QP_UNLIKELY((uint32_t)block >= times->count || !qp_hot_charge(lane, node, qp_clock_counter())))
        return false;
    times->values[block] += lane->ledger->last - last;
    times->events++;
    counts->values[block] += count;
    return true;
}

static inline bool qp_hot_block_time(struct qp_lane *lane, int block)
{
    return qp_hot_timed_block(lane, block, 0);
}

#endif
