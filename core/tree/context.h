/* context.h - shadow stacks, and the moving of their frames to another tree.
 *
 * Frame 0 belongs to the root. A stack begins with room for 8 frames and grows by doubling, in memory that is reused
 * but never unmapped. If a client runs one virtual thread on two system threads at once, one of the two has a stale
 * thread state. Because stacks are never unmapped, the stale thread state still writes into frames of some stack. It
 * may also store a depth that is larger than the number of frames that were written. So in the whole stack of a virtual
 * thread, each frame refers to a node of this data file, or is 0 if it was never written. Only the thread that has the
 * context mounted may call these functions. */
#pragma once

#include "base/atomic.h"
#include "base/memory.h"
#include "core/thread/tstate.h"

/* Mask for the stack ids of flagged frames (QP_NODE_FLAGGED): such a frame stores its stack id XOR this mask, so
 * that no inline exit finds it (frame_part.h). No program has two stack ids that differ by exactly this mask. Its
 * highest five bits are 0, so a masked id still shows the kind of its frame (hot.h: qp_hot_is_function). */
#define QP_FRAME_ID_MASK 0x053c5a7e61b4f082u

/* Return the word that describes the stack: the address of its frames and, in the highest bits, the base-2 logarithm of
 * their number. */
static inline uint64_t qp_context_word(const struct qp_context *context)
{
    return qp_load_acquire(&context->frames); /* pairs with the functions that replace the frames */
}

static inline struct qp_frame *qp_context_frames_of(uint64_t word)
{
    return (struct qp_frame *)(uintptr_t)(word & (((uint64_t)1 << QP_CONTEXT_ORDER) - 1));
}

/* Return the number of frames for which the stack has memory, including the root's frame. This number is also stored
 * in front of the frames, in another cache line. A switch takes the number from the word, so that the switch need not
 * wait for that line. */
static inline uint32_t qp_context_room_of(uint64_t word)
{
    return (uint32_t)1 << (word >> QP_CONTEXT_ORDER);
}

static inline struct qp_frame *qp_context_frames(const struct qp_context *context)
{
    return qp_context_frames_of(qp_context_word(context));
}

static inline uint32_t qp_context_room(const struct qp_frame *frames)
{
    return (uint32_t)1 << qp_memory_order(frames);
}

/* Change the owner from `from` to `to`. Return false, with nothing changed, if `from` is not the owner any more. */
static inline bool qp_context_hand(struct qp_context *context, uint64_t from, uint64_t to)
{
    return __atomic_compare_exchange_n(&context->owner, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Return the top frame of a context that is not mounted. `word` describes its stack (qp_context_word). Only if one
 * virtual thread runs on two threads at once, the depth may be wrong and frames may have no node. */
static inline struct qp_frame *qp_context_top_of(const struct qp_context *context, uint64_t word)
{
    struct qp_frame *frames = qp_context_frames_of(word);
    uint32_t room = qp_context_room_of(word), depth = qp_load_relaxed(&context->depth);
    struct qp_frame *top = frames + (depth < room ? depth : room - 1);
    while (top > frames && top->node == 0)
        top--;
    return top;
}

static inline struct qp_frame *qp_context_top(const struct qp_context *context)
{
    return qp_context_top_of(context, qp_context_word(context));
}

/* Return the top frame, and set *bottom to the root's frame. Both are in the same memory, even if another thread
 * state moves the frames meanwhile. */
static inline struct qp_frame *qp_context_stack(const struct qp_context *context, struct qp_frame **bottom)
{
    uint64_t word = qp_context_word(context);
    *bottom = qp_context_frames_of(word);
    return qp_context_top_of(context, word);
}

/* Prefetch the top frame of a context that is about to be mounted. */
static inline void qp_context_prefetch(const struct qp_context *context)
{
    __builtin_prefetch(qp_context_frames(context) + context->depth, 1);
}

/* Make the thread state work on the context's stack. */
static inline void qp_context_bind(struct qp_tstate *tstate, struct qp_context *context)
{
    uint64_t word = qp_context_word(context);
    tstate->bottom = qp_context_frames_of(word);
    tstate->top = qp_context_top_of(context, word);
    tstate->end = tstate->bottom + qp_context_room_of(word) - 1;
    tstate->mounted = context;
}

/* Return the address of the tick of the root's frame. With QP_CONTEXT_MEASURED, an array behind the frames has one
 * tick for each frame. The tick of the root's frame is the number of ticks that the context has recorded so far,
 * running or suspended in some method. The tick of another frame is what this number was when the frame began. */
static inline uint64_t *qp_context_recorded(const struct qp_context *context)
{
    uint64_t word = qp_context_word(context);
    return (uint64_t *)(qp_context_frames_of(word) + qp_context_room_of(word));
}

/* Return the address of the tick of a frame of the mounted stack. */
static inline uint64_t *qp_context_tick(const struct qp_tstate *tstate, const struct qp_frame *frame)
{
    return (uint64_t *)(tstate->end + 1) + (frame - tstate->bottom);
}

/* Tick of a frame whose call began in an older epoch. Such a call cannot be the shortest or longest, because only a
 * part of it lies in this epoch. */
#define QP_CONTEXT_UNMEASURED UINT64_MAX

/* Exclude the open calls (the frames above `bottom` up to `top`) from the shortest and longest calls of their nodes. */
static inline void qp_context_forget_begins(struct qp_frame *bottom, const struct qp_frame *top)
{
    uint64_t *ticks = (uint64_t *)(bottom + qp_context_room(bottom));
    for (ptrdiff_t i = 1; i <= top - bottom; i++)
        ticks[i] = QP_CONTEXT_UNMEASURED;
}

/* Give the context an empty stack and these QP_CONTEXT_* flags. QP_CONTEXT_MEASURED must be the same for all
 * contexts of a run, because a stale thread state may use frames that belong to another context by now. `node` is any
 * node of this data file; a stale thread state may find it in the frames. Return false if out of memory. */
bool qp_context_reset(struct qp_context *context, enum qp_product product, uint8_t flags, const struct qp_node *node);

/* Call these functions for a context that is no longer in use. qp_context_shrink replaces a large stack by a small
 * one. qp_context_release frees the whole stack; call it when the context's data file is closed. */
void qp_context_shrink(struct qp_context *context);
void qp_context_release(struct qp_context *context);

/* Make room for a frame above the top. Return false, and count the frame as lost, if there is no memory, if another
 * thread state moved the frames meanwhile, or if frames above the top are lost already. */
bool qp_context_make_room(struct qp_tstate *tstate, enum qp_product product);

/* Subtract `count` from the number of lost frames, because the calls of `count` lost frames have returned. */
void qp_context_drop_lost(struct qp_tstate *tstate, enum qp_product product, uint32_t count);

/* Move the frames from `bottom`, the root's frame, up to `top` to the nodes of the same call path below `root`. Make
 * missing nodes. */
void qp_context_move(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                     struct qp_frame *bottom, const struct qp_frame *top, const struct qp_root *root);
