#include "core/tree/context.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/thread/reason.h"
#include "core/tree/tree.h"

#include <string.h>

/* Of 8 frames, and of 16: what an idle virtual thread keeps. Most have at most 7 callers; with 16 frames each took 128
 * bytes more. */
#ifdef QP_SMALL
#define FIRST_ORDER 2
#else
#define FIRST_ORDER 3
#endif
#define KEPT_ORDER (FIRST_ORDER + 1)

/* A stack of 16 million frames is an endless recursion; entries beyond it are only counted. */
#define MOST_ORDER 24

/* 1 = with ticks, which would be read as nodes in a stack without. */
static unsigned layout_of(const struct qp_context *context)
{
    return context->flags & QP_CONTEXT_MEASURED ? 1 : 0;
}

/* A stack of this order. NULL without memory. What another context left in it, perhaps of a data file that is closed,
 * gives way to this node from the frame `from` on. */
static struct qp_frame *take(const struct qp_context *context, unsigned order, uint32_t from, uint64_t node)
{
    bool used;
    struct qp_frame *frames = order > MOST_ORDER ? NULL : qp_memory_take(layout_of(context), order, &used);
    for (uint32_t i = from; frames && used && i < qp_context_room(frames); i++)
        frames[i].node = node;
    if (frames && from == 0)
        frames[0].node = node;
    return frames;
}

static uint64_t word_of(const struct qp_frame *frames)
{
    return frames ? (uint64_t)qp_memory_order(frames) << QP_CONTEXT_ORDER | (uint64_t)(uintptr_t)frames : 0;
}

static struct qp_frame *exchange(struct qp_context *context, const struct qp_frame *frames)
{
    return qp_context_frames_of(qp_exchange(&context->frames, word_of(frames)));
}

void qp_context_release(struct qp_context *context)
{
    qp_memory_recycle(layout_of(context), exchange(context, NULL));
    context->depth = 0;
}

/* A lane that finds the context at this moment must find frames. */
void qp_context_shrink(struct qp_context *context)
{
    context->depth = 0;
    uint64_t old = qp_context_word(context);
    if (qp_context_room_of(old) <= 1u << KEPT_ORDER)
        return;
    struct qp_frame *frames = take(context, FIRST_ORDER, 0, qp_context_frames_of(old)->node);
    if (frames)
        qp_memory_recycle(layout_of(context), exchange(context, frames));
}

/* What lies in the frames stays: a stale lane finds nodes there, not zeros. */
bool qp_context_reset(struct qp_context *context, uint8_t flags, const struct qp_node *node)
{
    context->flags = flags;
    context->depth = 0;
    context->overflow = 0;
    struct qp_frame *frames = qp_context_frames(context);
    if (!frames) {
        frames = take(context, FIRST_ORDER, 0, (uint64_t)(uintptr_t)node);
        if (!frames)
            return false;
        qp_store_release(&context->frames, word_of(frames));
    }
    frames[0] = (struct qp_frame){(uint64_t)(uintptr_t)node, 0};
    if (flags & QP_CONTEXT_MEASURED)
        *qp_context_recorded(context) = 0;
    return true;
}

/* Returns 0, or -1 without memory or when another lane was faster. */
static int grow(struct qp_lane *lane)
{
    struct qp_context *context = lane->mounted;
    struct qp_frame *old = lane->bottom;
    struct qp_frame *frames = take(context, qp_memory_order(old) + 1, qp_context_room(old), lane->top->node);
    if (!frames)
        return -1;
    uint32_t capacity = qp_context_room(frames);
    size_t used = (size_t)(lane->top - old) + 1;
    memcpy(frames, old, used * sizeof *frames);
    if (context->flags & QP_CONTEXT_MEASURED)
        memcpy(frames + capacity, lane->end + 1, used * sizeof(uint64_t));
    uint64_t expected = word_of(old);
    if (!__atomic_compare_exchange_n(&context->frames, &expected, word_of(frames), 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED)) {
        qp_memory_recycle(layout_of(context), frames);
        return -1;
    }
    qp_memory_recycle(layout_of(context), old);
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
    if (context->overflow < UINT16_MAX)
        context->overflow++;
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
