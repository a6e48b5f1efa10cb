/* hot.h - the fast path, which runs inline for an event. It takes no lock, makes no call, and reads the clock once.
 *
 * An event takes its thread state, checks that no other event is in progress, sets `busy` (tstate.h: qp_tstate_begin)
 * and calls one of these functions. If the function returns false, nothing has changed, and the event takes another
 * path (frame.h, count.h, switch.h). `timed` is a compile-time constant: true in libraries that read the clock. */
#pragma once

#include "base/atomic.h"
#include "base/clock.h"
#include "core/thread/call.h"
#include "core/thread/tstate.h"
#include "core/tree/node_extra.h"
#include "core/tree/tree.h"

/* Stack id that means: the client gave the entry none, so the library numbers the frame. No program uses this value. */
#define QP_FRAME_NUMBERED 0x2d1f9b27c4e3a85bu

/* Difference between the number of a frame and the number of the frame below it. The library uses these numbers as
 * stack ids. The library's numbers are above 2^63. The stack ids that clients choose are below, since they are
 * addresses or small numbers such as depths. A difference of at most 32 bits costs no extra instruction. */
#define QP_FRAME_STEP (-(uint64_t)0x5f3759dfu)

/* Flag of the library's numbers. */
#define QP_FRAME_NUMBER ((uint64_t)1 << 63)

/* The stack id of a compiled function's frame (qprof_enter_function) consists of this flag, bits 4 to 46 of the stack
 * address in bits 16 to 58, and bits 0 to 15 of an address in the code. A function and the functions inlined into it
 * have the same stack address, so only the code differs. The highest five bits show that it is such an id. */
#define QP_FRAME_FUNCTION  ((uint64_t)1 << 62)
#define QP_FRAME_CODE_MASK ((uint64_t)0xffff)

/* Perform an event on the calling thread, with this value of `busy`. `fast` is an expression that is true if it
 * completed the event. `slow` continues the event with the busy thread state. `nested` is executed if the event did not
 * begin although the product records. `fast` and `slow` may use the variable `tstate`. */
#define QP_HOT_EVENT_AS(value, call, fast, slow, nested)                                                               \
    do {                                                                                                               \
        struct qp_tstate *tstate = qp_tstate_current[(call)->product];                                                 \
        uint32_t busy = qp_tstate_begin_as(tstate, value);                                                             \
        if (QP_UNLIKELY(busy != QP_TSTATE_FREE)) {                                                                     \
            if (QP_UNLIKELY(busy != QP_TSTATE_OFF))                                                                    \
                nested;                                                                                                \
        } else if (QP_LIKELY(fast)) {                                                                                  \
            qp_tstate_end(tstate);                                                                                     \
        } else {                                                                                                       \
            slow;                                                                                                      \
        }                                                                                                              \
    } while (0)

#define QP_HOT_EVENT(call, fast, slow, nested) QP_HOT_EVENT_AS(QP_TSTATE_BUSY, call, fast, slow, nested)

/* Charge the ticks since the last event to the node on top. Return false if their number exceeds the thread state's
 * patience. This is also so if the clock went backwards, because the unsigned difference is then very large. */
static inline bool qp_hot_charge(struct qp_tstate *tstate, struct qp_node *node, uint64_t now)
{
    struct qp_ledger *ledger = tstate->ledger;
    uint64_t ticks = now - ledger->last;
    if (QP_UNLIKELY(ticks > tstate->patience))
        return false;
    qp_store_relaxed(&ledger->arriving, now);
    qp_fence_signal(); /* keeps the order of stores on which readers of a killed run's file rely */
    node->self += ticks;
    qp_fence_signal();
    qp_store_relaxed(&ledger->last, now);
    return true;
}

/* Charge the ticks since the last event to the recorder. */
static inline void qp_hot_charge_recorder(struct qp_tstate *tstate, uint64_t now)
{
    struct qp_ledger *ledger = tstate->ledger;
    if (QP_UNLIKELY(now < ledger->last))
        return;
    qp_store_relaxed(&ledger->arriving, now);
    qp_fence_signal();
    ledger->recorder += now - ledger->last;
    qp_fence_signal();
    qp_store_relaxed(&ledger->last, now);
}

/* Return true if an entry is ordinary: there is room for its frame, and it is neither a tail call nor bad input. */
static inline bool qp_hot_fits(const struct qp_tstate *tstate, const struct qp_frame *limit, uint64_t method,
                               uint64_t stack_id)
{
    return QP_LIKELY(tstate->top < limit && tstate->top->stack_id != stack_id && method != 0);
}

static inline void qp_hot_push(struct qp_tstate *tstate, struct qp_node *node, uint64_t stack_id)
{
    struct qp_frame *frame = tstate->top + 1;
    frame->node = (uint64_t)(uintptr_t)node;
    frame->stack_id = stack_id;
    qp_fence_signal(); /* a signal handler may look at the frames (frame_unwind.c) */
    tstate->top = frame;
}

/* Count a call of this existing child and push its frame. */
static inline bool qp_hot_call(struct qp_tstate *tstate, struct qp_node *child, uint64_t stack_id, bool timed)
{
    if (timed && QP_UNLIKELY(!qp_hot_charge(tstate, qp_frame_node(tstate->top), qp_clock_counter())))
        return false;
    child->calls++;
    qp_hot_push(tstate, child, stack_id);
    return true;
}

/* Return the child node for the method if an inline entry may push it. In a virtual thread return NULL if the child
 * is flagged (QP_NODE_FLAGGED), because entering it changes the virtual thread's state (mount.h). */
static inline struct qp_node *qp_hot_child(const struct qp_tstate *tstate, enum qp_flavour flavour, uint64_t method)
{
    struct qp_node *child = qp_tree_child(tstate, qp_frame_node(tstate->top), method);
    if (flavour != QP_PLAIN && child && QP_UNLIKELY(child->flags & QP_NODE_FLAGGED))
        return NULL;
    return child;
}

static inline bool qp_hot_enter(struct qp_tstate *tstate, const struct qp_call *call, const struct qp_frame *limit,
                                uint64_t method, uint64_t stack_id, bool timed)
{
    if (!qp_hot_fits(tstate, limit, method, stack_id))
        return false;
    struct qp_node *child = qp_hot_child(tstate, call->flavour, method);
    return QP_LIKELY(child) && qp_hot_call(tstate, child, stack_id, timed);
}

/* Enter while paused: push the frame without timing or counting. */
static inline bool qp_hot_follow(struct qp_tstate *tstate, const struct qp_call *call, const struct qp_frame *limit,
                                 uint64_t method, uint64_t stack_id)
{
    if (!qp_hot_fits(tstate, limit, method, stack_id))
        return false;
    struct qp_node *child = qp_hot_child(tstate, call->flavour, method);
    if (child)
        qp_hot_push(tstate, child, stack_id);
    return child;
}

/* Pop one frame, as most exits do. If the top is the root's frame, top[-1] is the guard in front of the stack
 * (memory.h), which reads as stack id 0. */
static inline bool qp_hot_exit(struct qp_tstate *tstate, const struct qp_frame *limit, uint64_t stack_id, bool timed)
{
    struct qp_frame *top = tstate->top;
    if (QP_UNLIKELY(top >= limit || top[-1].stack_id != stack_id || top->stack_id == stack_id))
        return false;
    if (timed && QP_UNLIKELY(!qp_hot_charge(tstate, qp_frame_node(top), qp_clock_counter())))
        return false;
    tstate->top = top - 1;
    return true;
}

/* Return the stack id of a frame that the library numbers, above a frame with this stack id. */
static inline uint64_t qp_hot_number(uint64_t below)
{
    return (below + QP_FRAME_STEP) | QP_FRAME_NUMBER;
}

/* Return the stack id of a compiled function's frame. */
static inline uint64_t qp_hot_function(const void *stack, const void *code)
{
    uint64_t address = (uint64_t)(uintptr_t)stack >> 4 << 21 >> 5;
    return address | QP_FRAME_FUNCTION | ((uintptr_t)code & QP_FRAME_CODE_MASK);
}

/* Return true if a stack id, masked or not, is that of a compiled function. */
static inline bool qp_hot_is_function(uint64_t stack_id)
{
    return stack_id >> 59 == QP_FRAME_FUNCTION >> 59;
}

/* Return true if none of the topmost frames with the same stack address has this stack id. If one has it, its call was
 * left by a jump or an exception. */
static inline bool qp_hot_is_new_function(const struct qp_frame *top, uint64_t stack_id)
{
    for (; QP_UNLIKELY((top->stack_id ^ stack_id) <= QP_FRAME_CODE_MASK); top--)
        if (top->stack_id == stack_id)
            return false;
    return true;
}

/* Pop one frame that the library has numbered (qp_hot_number).
 * Return false for the root's frame, which has no number. Also return false for a flagged frame and for the frame
 * directly above a flagged frame, since the stack id of a flagged frame is masked (frame_part.h). */
static inline bool qp_hot_leave(struct qp_tstate *tstate, const struct qp_frame *limit, uint64_t method, bool timed)
{
    struct qp_frame *top = tstate->top;
    struct qp_node *node = qp_frame_node(top);
    if (QP_UNLIKELY(top >= limit || node->method != method || qp_hot_number(top[-1].stack_id) != top->stack_id))
        return false;
    if (timed && QP_UNLIKELY(!qp_hot_charge(tstate, node, qp_clock_counter())))
        return false;
    tstate->top = top - 1;
    return true;
}

/* Pop the frame of a compiled function. Return false if the frame on top is another, or if this frame or the frame
 * below it is flagged. */
static inline bool qp_hot_leave_function(struct qp_tstate *tstate, const struct qp_frame *limit, uint64_t method,
                                         bool timed)
{
    struct qp_frame *top = tstate->top;
    struct qp_node *node = qp_frame_node(top);
    if (QP_UNLIKELY(top >= limit || node->method != method || !qp_hot_is_function(top->stack_id) ||
                    (node->flags | qp_frame_node(top - 1)->flags) & QP_NODE_FLAGGED))
        return false;
    if (timed && QP_UNLIKELY(!qp_hot_charge(tstate, node, qp_clock_counter())))
        return false;
    tstate->top = top - 1;
    return true;
}

/* Return true if this virtual thread is mounted here. Call this only if one of the thread state's limits is set, or
 * if the thread state belongs to the current run. Otherwise the mounted context may lie in a file that is being
 * unmapped. */
static inline bool qp_hot_mounted(const struct qp_tstate *tstate, uint64_t virtual_id)
{
    return tstate->virtual_id == virtual_id && qp_tstate_has(tstate);
}

/* Return true if the limit is not NULL and the context that the call acts on is mounted. A plain call needs no check
 * here, because the caller of this function compares a frame with the limit. */
static inline bool qp_hot_is_for(struct qp_tstate *tstate, const struct qp_call *call, const struct qp_frame *limit,
                                 uint64_t virtual_id)
{
    if (call->flavour == QP_PLAIN)
        return true; /* if the limit is NULL, the caller's comparison fails, since no frame is below NULL */
    if (call->flavour == QP_VIRTUAL)
        return limit && qp_hot_mounted(tstate, virtual_id);
    return limit && qp_tstate_owns(tstate, qp_tstate_cold(tstate, call->product));
}

/* Return the limit for the call's flavour: *of_virtual for a call that names a virtual thread, *plain for any other
 * call. For QP_EITHER return the limit that is not NULL: *of_virtual in a run with virtual threads, else *plain. */
static inline struct qp_frame *qp_hot_limit_of(const struct qp_call *call, struct qp_frame *const *plain,
                                               struct qp_frame *const *of_virtual)
{
    struct qp_frame *limit = qp_load_relaxed(call->flavour == QP_PLAIN ? plain : of_virtual);
    return limit || call->flavour != QP_EITHER ? limit : qp_load_relaxed(plain);
}

/* qp_hot_limit returns the limit for the call's flavour. qp_hot_paused_limit returns the limit that applies during a
 * pause instead. */
static inline struct qp_frame *qp_hot_limit(const struct qp_tstate *tstate, const struct qp_call *call)
{
    return qp_hot_limit_of(call, &tstate->limit, &tstate->virtual_limit);
}

static inline struct qp_frame *qp_hot_paused_limit(const struct qp_tstate *tstate, const struct qp_call *call)
{
    return qp_hot_limit_of(call, &tstate->paused_limit, &tstate->paused_virtual_limit);
}

/* Return true if events within a function may be counted inline. Such an event pushes no frame, so it needs no room
 * on the stack, and any limit but NULL is enough. NULL requests the slow path. */
static inline bool qp_hot_counts(const struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id)
{
    if (call->flavour == QP_VIRTUAL)
        return qp_load_relaxed(&tstate->virtual_limit) && qp_hot_mounted(tstate, virtual_id);
    if (QP_LIKELY(qp_load_relaxed(&tstate->limit) != NULL))
        return true;
    return call->flavour == QP_EITHER && qp_load_relaxed(&tstate->virtual_limit) && qp_tstate_has(tstate);
}

static inline bool qp_hot_block(struct qp_tstate *tstate, int block, uint64_t count)
{
    const struct qp_node *node = qp_frame_node(tstate->top);
    struct qp_block_array *array = qp_tstate_at(tstate, node->blocks);
    if (QP_UNLIKELY(node->blocks == 0 || (uint32_t)block >= array->count))
        return false;
    array->values[block] += count;
    return true;
}

/* Charge the time since the last event to the block, which ran `count` times. */
static inline bool qp_hot_timed_block(struct qp_tstate *tstate, int block, uint64_t count)
{
    struct qp_node *node = qp_frame_node(tstate->top);
    struct qp_block_array *counts = qp_tstate_at(tstate, node->blocks);
    if (QP_UNLIKELY(node->blocks == 0 || counts->next == 0))
        return false;
    struct qp_block_array *times = qp_tstate_at(tstate, counts->next);
    uint64_t last = tstate->ledger->last;
    if (QP_UNLIKELY((uint32_t)block >= times->count || !qp_hot_charge(tstate, node, qp_clock_counter())))
        return false;
    times->values[block] += tstate->ledger->last - last;
    times->events++;
    counts->values[block] += count;
    return true;
}
