#include "core/event/frame.h"

#include "core/carrier/slow.h"
#include "core/event/frame_part.h"
#include "core/thread/run.h"
#include "core/vthread/charge.h"
#include "core/vthread/mount.h"

#include <signal.h>

/* Move a frame that stays open down to `to`, in the tree also. A call that was counted at its old node is counted at
 * the new one. */
static void reparent(struct qp_tstate *tstate, enum qp_product product, struct qp_frame *to,
                     const struct qp_frame *from)
{
    struct qp_node *old = qp_frame_node(from);
    uint64_t id = qp_frame_stack_id(from);
    struct qp_node *node = qp_tree_get(qp_tstate_carrier(tstate, product), product, qp_frame_node(to - 1), old->method);
    bool counted = !(qp_tstate_cold(tstate, product)->slow & (QP_SLOW_PAUSED | QP_SLOW_SAMPLED));
    if (node != old && old->calls > 0 && counted) {
        old->calls--;
        node->calls++;
    }
    if (tstate->mounted->flags & QP_CONTEXT_MEASURED)
        *qp_context_tick(tstate, to) = *qp_context_tick(tstate, from);
    id = qp_frame_number(to - 1, id & QP_FRAME_NUMBER ? QP_FRAME_NUMBERED : id);
    *to = (struct qp_frame){(uint64_t)(uintptr_t)node, node->flags & QP_NODE_FLAGGED ? id ^ QP_FRAME_ID_MASK : id};
}

bool qp_frame_remove(struct qp_tstate *tstate, enum qp_product product, struct qp_frame *first)
{
    bool functions = qp_frame_is_function(first);
    bool measured = qp_frame_is_measured(tstate, qp_tstate_cold(tstate, product));
    bool breaks = false;
    struct qp_frame *top = first - 1;
    if (tstate->mounted->overflow > 0)
        qp_context_drop_lost(tstate, product, tstate->mounted->overflow);
    qp_charge(tstate, product);
    for (struct qp_frame *frame = first; frame <= tstate->top; frame++) {
        if (qp_frame_is_function(frame) != functions) {
            reparent(tstate, product, ++top, frame);
            continue;
        }
        if (measured)
            qp_frame_measure(tstate, product, frame);
        breaks |= qp_run_is_break(product, qp_frame_node(frame)->method, QPROF_BREAK_EXIT);
    }
    tstate->top = top;
    return breaks;
}

bool qp_frame_remove_left(struct qp_tstate *tstate, enum qp_product product, uint64_t stack_id)
{
    struct qp_frame *frame = tstate->top;
    while (qp_frame_stack_id(frame) != stack_id)
        if ((qp_frame_stack_id(frame--) ^ stack_id) > QP_FRAME_CODE_MASK)
            return false;
    bool breaks = qp_frame_remove(tstate, product, frame);
    qp_mount_follow_top(tstate, product); /* the entry that follows charges time again */
    return breaks;
}

/* ---- jumps ------------------------------------------------------------------------------------------------------ */

/* Return the oldest function from the top down whose stack address is in [from, to); NULL = none. Other frames are
 * passed over. */
static struct qp_frame *find_left(const struct qp_tstate *tstate, const void *from, const void *to)
{
    uint64_t first = qp_hot_function(from, NULL), size = qp_hot_function(to, NULL) - first;
    struct qp_frame *left = NULL;
    for (struct qp_frame *frame = tstate->top; frame > tstate->bottom; frame--) {
        if (!qp_frame_is_function(frame))
            continue;
        if ((qp_frame_stack_id(frame) & ~QP_FRAME_CODE_MASK) - first >= size)
            break;
        left = frame;
    }
    return left;
}

/* End an event whose stack address is in [from, to): a signal handler that interrupted it leaves it by a jump. Then the
 * thread's later events begin. */
static void end_left_event(struct qp_tstate *tstate, const void *from, const void *to)
{
    uint32_t busy = qp_load_relaxed(&tstate->busy), first = qp_tstate_abandonable(from);
    uint32_t size = (qp_tstate_abandonable(to) - first) & ~QP_TSTATE_ABANDONABLE;
    if (busy & QP_TSTATE_ABANDONABLE && ((busy - first) & ~QP_TSTATE_ABANDONABLE) < size)
        qp_tstate_end(tstate);
}

void qp_frame_unwind(const struct qp_call *call, const void *from, const void *to)
{
    enum qp_product product = call->product;
    end_left_event(qp_tstate_current[product], from, to);
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return;
    struct qp_frame *left = find_left(tstate, from, to);
    bool breaks = left && qp_frame_remove(tstate, product, left);
    qp_slow_end(tstate, product);
    if (breaks)
        raise(SIGTRAP);
}
