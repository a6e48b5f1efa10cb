#include "core/record/context.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/record/reason.h"
#include "core/record/tree.h"

#include <string.h>

#ifdef QP_SMALL
#define FIRST_FRAMES 4
#else
#define FIRST_FRAMES QP_CONTEXT_FRAMES
#endif

/* A stack of 16 million frames is an endless recursion; entries beyond it are only counted. */
#define MOST_FRAMES ((uint64_t)1 << 24)

/* 1 = with ticks, which would be read as nodes in a stack without. */
static unsigned layout_of(const struct qp_context *context)
{
    return context->flags & QP_CONTEXT_MEASURED ? 1 : 0;
}

static size_t frame_size(const struct qp_context *context)
{
    return sizeof(struct qp_frame) + layout_of(context) * sizeof(uint64_t);
}

/* With entry ticks the inside frames hold fewer: 10 frames and their ticks fit in 256 bytes. */
static uint32_t inside_room(const struct qp_context *context)
{
    return (uint32_t)(FIRST_FRAMES * sizeof(struct qp_frame) / frame_size(context));
}

/* What a grown stack needs besides its frames: one below them, which is the guard there, and the pool's part. */
#define EXTRA (sizeof(struct qp_frame) + QP_MEMORY_TAIL)

static void recycle(struct qp_context *context, struct qp_frame *frames)
{
    if (frames && frames != context->inside)
        qp_memory_recycle(layout_of(context), frames - 1, qp_context_room(frames) * frame_size(context) + EXTRA);
}

void qp_context_release(struct qp_context *context)
{
    recycle(context, (struct qp_frame *)(uintptr_t)qp_exchange(&context->frames, (uint64_t)(uintptr_t)context->inside));
    context->depth = 0;
}

/* What lies in the frames stays: a stale lane finds nodes there, not zeros. */
void qp_context_reset(struct qp_context *context, uint16_t flags)
{
    context->flags = flags;
    context->room = inside_room(context);
    context->depth = 0;
    context->overflow = 0;
    context->guard = 0;
    context->inside[0].stack_id = 0;
    qp_store_release(&context->frames, (uint64_t)(uintptr_t)context->inside);
    if (flags & QP_CONTEXT_MEASURED)
        *qp_context_recorded(context) = 0;
}

/* Memory for more frames than room. NULL without memory. Its guard is written once: a block keeps its size and layout.
 * A block that served before has nodes above room that may be of a data file that is closed, and gets this node there:
 * not zeros, since a stale lane may go on in it. */
static struct qp_frame *take_frames(const struct qp_context *context, uint32_t room, uint64_t node)
{
    uint64_t bytes = 256;
    while ((bytes - EXTRA) / frame_size(context) <= room)
        bytes *= 2;
    uint64_t capacity = (bytes - EXTRA) / frame_size(context);
    struct qp_frame *guard = capacity > MOST_FRAMES ? NULL : qp_memory_take(layout_of(context), bytes);
    if (!guard)
        return NULL;
    struct qp_frame *frames = guard + 1;
    const uint32_t told = (uint32_t)capacity;
    if (qp_context_room(frames) == 0)
        memcpy((unsigned char *)frames - sizeof(uint64_t) - sizeof told, &told, sizeof told);
    else
        for (uint32_t i = room; i < told; i++)
            frames[i].node = node;
    return frames;
}

/* Returns 0, or -1 without memory or when another lane was faster. */
static int grow(struct qp_lane *lane)
{
    struct qp_context *context = lane->mounted;
    struct qp_frame *old = lane->bottom;
    struct qp_frame *frames = take_frames(context, qp_context_room(old), lane->top->node);
    if (!frames)
        return -1;
    uint32_t capacity = qp_context_room(frames);
    size_t used = (size_t)(lane->top - old) + 1;
    memcpy(frames, old, used * sizeof *frames);
    if (context->flags & QP_CONTEXT_MEASURED)
        memcpy(frames + capacity, lane->end + 1, used * sizeof(uint64_t));
    uint64_t expected = (uint64_t)(uintptr_t)old;
    if (!__atomic_compare_exchange_n(&context->frames, &expected, (uint64_t)(uintptr_t)frames, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED)) {
        recycle(context, frames);
        return -1;
    }
    recycle(context, old);
    lane->bottom = frames;
    lane->end = frames + capacity - 1;
    lane->top = frames + used - 1;
    return 0;
}

bool qp_context_make_room(struct qp_lane *lane, enum qp_product product)
{
    struct qp_context *context = lane->mounted;
    if (context->overflow == 0 && (lane->top < lane->end || grow(lane) == 0))
        return true;
    context->overflow += context->overflow < UINT16_MAX;
    qp_lane_cold(lane, product)->slow |= QP_SLOW_OVERFLOW;
    return false;
}

void qp_context_drop_lost(struct qp_lane *lane, enum qp_product product, uint32_t count)
{
    lane->mounted->overflow = (uint16_t)(lane->mounted->overflow - count);
    if (lane->mounted->overflow == 0)
        qp_lane_cold(lane, product)->slow &= ~QP_SLOW_OVERFLOW;
}

void qp_context_move(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                     struct qp_frame *bottom, const struct qp_frame *top, const struct qp_root *root)
{
    struct qp_node *node = qp_store_at(root->node);
    bottom->node = (uint64_t)(uintptr_t)node;
    for (struct qp_frame *frame = bottom + 1; frame <= top; frame++) {
        const struct qp_node *old = qp_frame_node(frame);
        if (old) /* else one virtual thread runs twice */
            node = qp_tree_get(carrier, product, node, old->method);
        frame->node = (uint64_t)(uintptr_t)node;
    }
    context->carrier = carrier->number;
    context->epoch = root->epoch;
}
