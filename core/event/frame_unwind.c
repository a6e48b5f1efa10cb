#include "core/event/frame.h"

#include "core/carrier/slow.h"
#include "core/event/frame_part.h"
#include "core/thread/run.h"
#include "core/vthread/charge.h"
#include "core/vthread/mount.h"

#include <signal.h>

/* Move a frame that stays open down to `to`, in the tree also. A call that was counted at its old node is counted at
 * the new one. */
static void keep(struct qp_tstate *tstate, enum qp_product product, struct qp_frame *to, const struct qp_frame *from)
{
    struct qp_node *old = qp_frame_node(from);
    uint64_t id = qp_frame_id(from);
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
            keep(tstate, product, ++top, frame);
            continue;
        }
        if (measured)
            qp_frame_measure(tstate, product, frame);
        breaks |= qp_run_is_break(product, qp_frame_node(frame)->method, QPROF_BREAK_EXIT);
    }
    tstate->top = top;
    return breaks;
}

void qp_frame_remove_place(struct qp_tstate *tstate, enum qp_product product, uint64_t place)
{
    struct qp_frame *frame = tstate->top;
    while ((qp_frame_id(frame) ^ place) < QP_FRAME_CODES && qp_frame_id(frame) != place)
        frame--;
    if (qp_frame_id(frame) != place)
        return;
    qp_frame_remove(tstate, product, frame);
    qp_mount_follow_top(tstate, product); /* the entry that follows charges time again */
}

/* ---- jumps ------------------------------------------------------------------------------------------------------ */

/* Return the newest function that was not left, or the root's frame. Set *left to the oldest one above it, NULL = none.
 */
static const struct qp_frame *find_left(const struct qp_tstate *tstate, const void *from, const void *to,
                                        struct qp_frame **left)
{
    uint64_t first = qp_hot_place(from, NULL), size = qp_hot_place(to, NULL) - first;
    struct qp_frame *frame = tstate->top;
    *left = NULL;
    for (; frame > tstate->bottom; frame--) {
        if (!qp_frame_is_function(frame))
            continue;
        if ((qp_frame_id(frame) & ~(QP_FRAME_CODES - 1)) - first >= size)
            break;
        *left = frame;
    }
    return frame;
}

/* End an event that a signal handler leaves by a jump, so that later events of the thread begin. A jump within the
 * handler, after which the event continues, goes to a stack address below all functions that are open. If no function
 * is open, or if the frames may not be this run's or this thread's, it is unknown what the jump leaves. */
static void end_left_event(struct qp_tstate *tstate, enum qp_product product, const void *from, const void *to)
{
    if (tstate == &qp_tstate_off[product] || qp_load_relaxed(&tstate->busy) != QP_TSTATE_CALL ||
        !qp_slow_is_current(tstate, product) || !qp_tstate_owns(tstate, qp_tstate_cold(tstate, product)))
        return;
    struct qp_frame *left;
    const struct qp_frame *newest = find_left(tstate, from, to, &left);
    bool is_open = qp_frame_is_function(newest);
    if (left || (is_open && qp_frame_id(newest) <= (qp_hot_place(to, NULL) | (QP_FRAME_CODES - 1))))
        qp_tstate_end(tstate);
}

void qp_frame_unwind(const struct qp_call *call, const void *from, const void *to)
{
    enum qp_product product = call->product;
    struct qp_frame *left;
    end_left_event(qp_tstate_current[product], product, from, to);
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return;
    find_left(tstate, from, to, &left);
    bool breaks = left && qp_frame_remove(tstate, product, left);
    qp_slow_end(tstate, product);
    if (breaks)
        raise(SIGTRAP);
}
