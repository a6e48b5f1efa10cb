/* context.h - shadow stacks: their memory, and finding their path in another tree.
 *
 * Frame 0 is the root's. A stack begins with room for 8 frames and grows by doubling, in memory that is reused but
 * never given back, so that a stale lane (one virtual thread on two system threads at once) still writes into frames.
 * It may also leave a top above what was written here. So each frame of a virtual thread that there is room for has a
 * node of this data file, or 0 where nothing was ever written. By the thread that has the context mounted. */
#ifndef QP_TREE_CONTEXT_H
#define QP_TREE_CONTEXT_H

#include "base/atomic.h"
#include "base/memory.h"
#include "core/thread/lane.h"

static inline uint64_t qp_context_word(const struct qp_context *context)
{
    return qp_load_acquire(&context->frames); /* pairs with those that move them */
}

static inline struct qp_frame *qp_context_frames_of(uint64_t word)
{
    return (struct qp_frame *)(uintptr_t)(word & (((uint64_t)1 << QP_CONTEXT_ORDER) - 1));
}

/* Return the number of frames that there is memory for, the root's too. A switch takes it from the word, so that it
 * does not wait for the cache line in front of the frames, which has it as well. */
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

/* Change the owner, unless another lane was faster. Returns whether it was changed. */
static inline bool qp_context_hand(struct qp_context *context, uint64_t from, uint64_t to)
{
    return __atomic_compare_exchange_n(&context->owner, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* The frame on top among these frames of a context that is not mounted. A depth that another lane left, or frames
 * without a node, can only be there when one virtual thread runs twice. */
static inline struct qp_frame *qp_context_top_of(const struct qp_context *context, uint64_t word)
{
    struct qp_frame *frames = qp_context_frames_of(word);
    uint32_t room = qp_context_room_of(word);
    struct qp_frame *top = frames + (context->depth < room ? context->depth : room - 1);
    while (top > frames && top->node == 0)
        top--;
    return top;
}

static inline struct qp_frame *qp_context_top(const struct qp_context *context)
{
    return qp_context_top_of(context, qp_context_word(context));
}

/* Return the frame on top and set *bottom to the root's: of the same frames, even if another lane moves them meanwhile.
 */
static inline struct qp_frame *qp_context_stack(const struct qp_context *context, struct qp_frame **bottom)
{
    uint64_t word = qp_context_word(context);
    *bottom = qp_context_frames_of(word);
    return qp_context_top_of(context, word);
}

/* Start to load the frame on top of a context that is about to be mounted. */
static inline void qp_context_prefetch(const struct qp_context *context)
{
    __builtin_prefetch(qp_context_frames(context) + context->depth, 1);
}

/* Let the lane work on the context's stack. */
static inline void qp_context_bind(struct qp_lane *lane, struct qp_context *context)
{
    uint64_t word = qp_context_word(context);
    lane->bottom = qp_context_frames_of(word);
    lane->top = qp_context_top_of(context, word);
    lane->end = lane->bottom + qp_context_room_of(word) - 1;
    lane->mounted = context;
}

/* With QP_CONTEXT_MEASURED a tick for each frame lies behind the frames: how many ticks the context had recorded when
 * the frame began. The one of the root's frame is how many it has by now: what is some method's time, or that of its
 * suspensions. */
static inline uint64_t *qp_context_recorded(const struct qp_context *context)
{
    uint64_t word = qp_context_word(context);
    return (uint64_t *)(qp_context_frames_of(word) + qp_context_room_of(word));
}

/* The tick of a frame of the mounted stack. */
static inline uint64_t *qp_context_tick(const struct qp_lane *lane, const struct qp_frame *frame)
{
    return (uint64_t *)(lane->end + 1) + (frame - lane->bottom);
}

/* A call that began in an older epoch, of which its time there tells too little. */
#define QP_CONTEXT_UNMEASURED UINT64_MAX

/* Calls that are open, bottom to top, are not among the shortest and the longest. */
static inline void qp_context_forget_begins(struct qp_frame *bottom, const struct qp_frame *top)
{
    uint64_t *ticks = (uint64_t *)(bottom + qp_context_room(bottom));
    for (ptrdiff_t i = 1; i <= top - bottom; i++)
        ticks[i] = QP_CONTEXT_UNMEASURED;
}

/* An empty stack of a context with these QP_CONTEXT_* flags. In one run they have QP_CONTEXT_MEASURED always or never,
 * since a stale lane goes by it. The node is any of this data file, for what a stale lane may find. Returns false
 * without memory. */
bool qp_context_reset(struct qp_context *context, uint8_t flags, const struct qp_node *node);

/* The context is used no more: give the memory of a large stack back; all of it with the context's file. */
void qp_context_shrink(struct qp_context *context);
void qp_context_release(struct qp_context *context);

/* Make room for a frame above the top. Returns false, and counts the frame as lost, when there is no memory, when
 * another lane moved the frames meanwhile, or when frames above the top are lost already. */
bool qp_context_make_room(struct qp_lane *lane, enum qp_product product);

/* So many lost frames were left. */
void qp_context_drop_lost(struct qp_lane *lane, enum qp_product product, uint32_t count);

/* Let the frames from the root's at bottom up to top lie below root, making nodes where needed. */
void qp_context_move(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                     struct qp_frame *bottom, const struct qp_frame *top, const struct qp_root *root);

#endif
