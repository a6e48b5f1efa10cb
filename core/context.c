#include "core/context.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/tree.h"

#include <string.h>

#ifdef QP_SMALL
#define FIRST_FRAMES 4
#else
#define FIRST_FRAMES QP_CONTEXT_FRAMES
#endif

/* A stack of 16 million frames is an endless recursion; entries beyond it are only counted. */
#define MOST_FRAMES ((uint64_t)1 << 24)

static size_t frame_size(const struct qp_context *context)
{
    return sizeof(struct qp_frame) + (context->flags & QP_CONTEXT_MEASURED ? sizeof(uint64_t) : 0);
}

static uint64_t capacity_of(const struct qp_context *context)
{
    return context->room;
}

static void set_frames(struct qp_context *context, struct qp_frame *frames, uint64_t capacity)
{
    context->frames = (uint64_t)(uintptr_t)frames;
    context->room = (uint32_t)capacity;
}

/* With entry ticks the inside frames hold fewer: 10 frames and their ticks fit in 256 bytes. */
static void use_inside(struct qp_context *context)
{
    uint64_t capacity = FIRST_FRAMES * sizeof(struct qp_frame) / frame_size(context);
    set_frames(context, context->inside, capacity);
}

void qp_context_reset(struct qp_context *context, int measured)
{
    context->flags = (uint16_t)((context->flags & ~QP_CONTEXT_MEASURED) | (measured ? QP_CONTEXT_MEASURED : 0));
    use_inside(context);
    context->depth = 0;
    context->overflow = 0;
    context->guard = 0;
    memset(context->inside, 0, sizeof context->inside);
}

/* What a grown stack needs besides its frames: one below them, which is the guard there, and the pool's part. */
#define EXTRA (sizeof(struct qp_frame) + QP_MEMORY_TAIL)

static void recycle(struct qp_context *context)
{
    if (qp_context_frames(context) != context->inside)
        qp_memory_recycle(qp_context_frames(context) - 1, capacity_of(context) * frame_size(context) + EXTRA);
}

void qp_context_release(struct qp_context *context)
{
    recycle(context);
    use_inside(context);
    context->depth = 0;
}

void qp_context_park(const struct qp_lane *lane)
{
    struct qp_context *context = lane->mounted;
    uint64_t owner = (uint64_t)(uintptr_t)lane;
    if (!qp_context_hand(context, owner, owner | QP_OWNER_PARKING))
        return;
    qp_context_set_top(context, lane->top);
    if (lane->last > context->since)
        context->run += lane->last - context->since;
    context->since = lane->last;
    qp_store_release(&context->owner, owner | QP_OWNER_PARKED); /* pairs with take_over */
}

uint64_t *qp_context_ticks(const struct qp_context *context)
{
    return (uint64_t *)(qp_context_limit(context) + 1);
}

int qp_context_grow(struct qp_context *context, struct qp_frame **top)
{
    uint64_t old = capacity_of(context);
    uint64_t bytes = 256;
    while ((bytes - EXTRA) / frame_size(context) <= old)
        bytes *= 2;
    uint64_t capacity = (bytes - EXTRA) / frame_size(context);
    struct qp_frame *frames = capacity > MOST_FRAMES ? NULL : qp_memory_take(bytes);
    if (frames == NULL)
        return -1;
    *frames++ = (struct qp_frame){0, 0};
    uint64_t used = (uint64_t)(*top - qp_context_frames(context)) + 1;
    memcpy(frames, qp_context_frames(context), used * sizeof *frames);
    if (context->flags & QP_CONTEXT_MEASURED)
        memcpy(frames + capacity, qp_context_ticks(context), used * sizeof(uint64_t));
    recycle(context);
    set_frames(context, frames, capacity);
    *top = frames + used - 1;
    return 0;
}

void qp_context_move(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                     struct qp_frame *top, const struct qp_root *root)
{
    struct qp_node *node = qp_store_at(root->node);
    struct qp_frame *frame = qp_context_frames(context);
    for (frame->node = (uint64_t)(uintptr_t)node; frame < top; node = qp_frame_node(frame)) {
        uint64_t method = qp_frame_node(++frame)->method;
        struct qp_node *child = qp_tree_search(carrier, node, method);
        if (child == NULL)
            child = qp_tree_add(carrier, product, node, method);
        frame->node = (uint64_t)(uintptr_t)child;
    }
    context->carrier = carrier->number;
    context->epoch = root->epoch;
}
