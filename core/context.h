/* context.h - shadow stacks: their memory, and finding their path in another tree.
 *
 * Frame 0 is the root's. A context begins with its 16 inside frames and grows by doubling in memory that is reused but
 * never given back, so that a stale lane (one virtual thread on two system threads at once) still writes into frames.
 * By the thread that has the context mounted. */
#ifndef QP_CORE_CONTEXT_H
#define QP_CORE_CONTEXT_H

#include "core/lane.h"

static inline struct qp_frame *qp_context_frames(const struct qp_context *context)
{
    return (struct qp_frame *)(uintptr_t)context->frames;
}

static inline struct qp_frame *qp_context_top(const struct qp_context *context)
{
    return qp_context_frames(context) + context->depth;
}

static inline struct qp_frame *qp_context_limit(const struct qp_context *context)
{
    return qp_context_frames(context) + context->room - 1;
}

static inline void qp_context_set_top(struct qp_context *context, const struct qp_frame *top)
{
    context->depth = (uint32_t)(top - qp_context_frames(context));
}

/* Bits of a virtual thread's owner, beside the address of the lane that has or had it. With neither its top lies in
 * that lane; with PARKED in the context; PARKING is the moment in between. */
#define QP_OWNER_PARKING 1u
#define QP_OWNER_PARKED  2u
#define QP_OWNER_BITS    3u

/* Change the owner, unless another lane was faster. Returns. Whether it was changed. */
static inline int qp_context_hand(struct qp_context *context, uint64_t from, uint64_t to)
{
    return __atomic_compare_exchange_n(&context->owner, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Put the virtual thread that is mounted on lane aside. Where another lane took it over, it is that lane's. */
void qp_context_park(const struct qp_lane *lane);

/* An empty stack; measured: with entry ticks. */
void qp_context_reset(struct qp_context *context, int measured);

/* Give the memory of a grown stack back; the context is empty then. */
void qp_context_release(struct qp_context *context);

/* Room for twice the frames; top is corrected. Returns. 0, or -1 without memory. */
int qp_context_grow(struct qp_context *context, struct qp_frame **top);

/* The entry ticks, one per frame (only with QP_CONTEXT_MEASURED). */
uint64_t *qp_context_ticks(const struct qp_context *context);

/* Let the frames up to top lie below root, making nodes where needed. */
void qp_context_move(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                     struct qp_frame *top, const struct qp_root *root);

#endif
