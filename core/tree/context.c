#include "core/tree/context.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/thread/reason.h"
#include "core/tree/tree.h"

#include <string.h>

/* FIRST_ORDER is the base-2 logarithm of the number of frames of a new stack (8 frames). KEPT_ORDER is the base-2
 * logarithm of the number of frames of the largest stack that an ended virtual thread keeps (16 frames). Most virtual
 * threads have at most 7 open calls; a new stack of 16 frames took 128 bytes more for each virtual thread. */
#ifdef QP_SMALL
#define FIRST_ORDER 2
#else
#define FIRST_ORDER 3
#endif
#define KEPT_ORDER (FIRST_ORDER + 1)

/* Base-2 logarithm of the maximum number of frames of a stack (16 million frames). A program that needs more has an
 * endless recursion; further entries are only counted. */
#define MAX_ORDER 24

/* Return the pool from which the context takes its stack. Stacks that store ticks behind the frames have a pool of
 * their own, because a stale thread state (context.h) would otherwise read ticks as nodes. Each product has its own
 * pools. So if a client runs a virtual thread on two threads at once, only the times of one product are wrong; with
 * common pools, 2 of 9,000 such runs had wrong times in another product. */
static unsigned pool_of(const struct qp_context *context)
{
    _Static_assert(QP_MEMORY_POOLS == 2 * QP_PRODUCTS, "two pools for each product");
    return 2u * context->product + (context->flags & QP_CONTEXT_MEASURED ? 1 : 0);
}

/* Take a stack of 2^order frames from the pool. Return NULL if out of memory. In memory that was used before, store
 * `node` in the frames with index `from` and above. They contain nodes that another context left there, perhaps nodes
 * of a closed data file. */
static struct qp_frame *take(const struct qp_context *context, unsigned order, uint32_t from, uint64_t node)
{
    bool used;
    struct qp_frame *frames = order > MAX_ORDER ? NULL : qp_memory_take(pool_of(context), order, &used);
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
    qp_memory_recycle(pool_of(context), exchange(context, NULL));
    context->depth = 0;
}

/* Replace a large stack by a small one in one atomic exchange, because another thread that looks up the context at
 * this moment must find frames. */
void qp_context_shrink(struct qp_context *context)
{
    context->depth = 0;
    uint64_t old = qp_context_word(context);
    if (qp_context_room_of(old) <= 1u << KEPT_ORDER)
        return;
    struct qp_frame *frames = take(context, FIRST_ORDER, 0, qp_context_frames_of(old)->node);
    if (frames)
        qp_memory_recycle(pool_of(context), exchange(context, frames));
}

/* The frames are not cleared, so that a stale thread state (context.h) finds nodes there instead of zeros. */
bool qp_context_reset(struct qp_context *context, enum qp_product product, uint8_t flags, const struct qp_node *node)
{
    context->product = (uint8_t)product;
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

/* Double the mounted stack. Return 0, or -1 if out of memory or if another thread state has replaced the stack
 * meanwhile. */
static int grow(struct qp_tstate *tstate)
{
    struct qp_context *context = tstate->mounted;
    struct qp_frame *old = tstate->bottom;
    struct qp_frame *frames = take(context, qp_memory_order(old) + 1, qp_context_room(old), tstate->top->node);
    if (!frames)
        return -1;
    uint32_t capacity = qp_context_room(frames);
    size_t used = (size_t)(tstate->top - old) + 1;
    memcpy(frames, old, used * sizeof *frames);
    if (context->flags & QP_CONTEXT_MEASURED)
        memcpy(frames + capacity, tstate->end + 1, used * sizeof(uint64_t));
    uint64_t expected = word_of(old);
    if (!__atomic_compare_exchange_n(&context->frames, &expected, word_of(frames), 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED)) {
        qp_memory_recycle(pool_of(context), frames);
        return -1;
    }
    qp_memory_recycle(pool_of(context), old);
    tstate->bottom = frames;
    tstate->end = frames + capacity - 1;
    tstate->top = frames + used - 1;
    return 0;
}

bool qp_context_make_room(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_context *context = tstate->mounted;
    if (context->overflow == 0 && (tstate->top < tstate->end || grow(tstate) == 0))
        return true;
    if (context->overflow < UINT16_MAX)
        context->overflow++;
    qp_tstate_cold(tstate, product)->slow |= QP_SLOW_OVERFLOW;
    return false;
}

void qp_context_drop_lost(struct qp_tstate *tstate, enum qp_product product, uint32_t count)
{
    tstate->mounted->overflow = (uint16_t)(tstate->mounted->overflow - count);
    if (tstate->mounted->overflow == 0)
        qp_tstate_cold(tstate, product)->slow &= ~QP_SLOW_OVERFLOW;
}

/* Adapt the stack id of a frame that moved from the node `old` to `node`: mask it (QP_FRAME_ID_MASK) if only `node`
 * is flagged, and unmask it if only `old` was flagged. The flags of the two nodes differ if the method was registered
 * after the frame began. If `old` counts cycles, the node may have been flagged before or after the frame began. Then
 * it is unknown if the stack id is masked, so the stack id is not changed. */
static void follow_flags(struct qp_frame *frame, const struct qp_node *old, const struct qp_node *node)
{
    uint16_t before = qp_load_relaxed(&old->flags); /* atomic, since the frame's previous carrier may change the
                                                     * flags now */
    bool was_flagged = before & QP_NODE_FLAGGED, is_flagged = node->flags & QP_NODE_FLAGGED;
    if (was_flagged != is_flagged && !(before & QP_NODE_CYCLES))
        frame->stack_id ^= QP_FRAME_ID_MASK;
}

void qp_context_move(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                     struct qp_frame *bottom, const struct qp_frame *top, const struct qp_root *root)
{
    struct qp_node *node = qp_store_at(root->node);
    bottom->node = (uint64_t)(uintptr_t)node;
    for (struct qp_frame *frame = bottom + 1; frame <= top; frame++) {
        const struct qp_node *old = qp_frame_node(frame);
        if (old) { /* NULL only if one virtual thread runs on two threads at once */
            node = qp_tree_get(carrier, product, node, old->method);
            follow_flags(frame, old, node);
        }
        frame->node = (uint64_t)(uintptr_t)node;
    }
    context->carrier = carrier->number;
    context->epoch = root->epoch;
}
