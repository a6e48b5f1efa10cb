/* frame_part.h - parts shared by entries (frame.c) and exits (frame_exit.c). */
#pragma once

#include "core/tree/context.h"
#include "core/tree/hot.h"
#include "core/tree/node_extra.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"

/* Return the limit for an event on the middle path. It is the limit of the fast path or, if that is NULL, the limit
 * for events with another clock (tstate.h). */
static inline const struct qp_frame *qp_frame_middle_limit(const struct qp_tstate *tstate, const struct qp_call *call)
{
    const struct qp_frame *limit = qp_hot_limit(tstate, call);
    return limit ? limit : qp_hot_limit_of(call, &tstate->middle_limit, &tstate->middle_virtual_limit);
}

/* Return the tick of an event on the middle path. The limits do not show which clock the run has, since another thread
 * may close them during the event. */
static inline uint64_t qp_frame_middle_tick(enum qp_product product)
{
    bool other = qp_load_relaxed(&qp_runs[product].slow) & QP_SLOW_CLOCKS;
    return QP_LIKELY(!other) ? qp_clock_counter() : qp_run_tick(product);
}

/* Charge the time until now to the node on top, if the product reads the clock. Return false if this needs the slow
 * path (qp_hot_charge). */
static inline __attribute__((always_inline)) bool qp_frame_charge(struct qp_tstate *tstate, enum qp_product product)
{
    if (!qp_product_is_timed(product))
        return true;
    return qp_hot_charge(tstate, qp_frame_node(tstate->top), qp_frame_middle_tick(product));
}

/* Return true if the frame has this stack id. The frame of a flagged method (blocked, waiting or counted in cycles)
 * stores its stack id masked, so that no inline exit matches the frame. A return to such a frame must also change the
 * virtual thread's state, and an inline exit does not change it. */
static inline bool qp_frame_is(const struct qp_frame *frame, uint64_t stack_id)
{
    return frame->stack_id == stack_id || frame->stack_id == (stack_id ^ QP_FRAME_ID_MASK);
}

/* Return the frame's stack id without the mask. */
static inline uint64_t qp_frame_stack_id(const struct qp_frame *frame)
{
    return qp_frame_node(frame)->flags & QP_NODE_FLAGGED ? frame->stack_id ^ QP_FRAME_ID_MASK : frame->stack_id;
}

/* Return true if the frame is that of a compiled function (qprof_enter_function). */
static inline bool qp_frame_is_function(const struct qp_frame *frame)
{
    return qp_hot_is_function(frame->stack_id);
}

/* Return the stack id of a new frame, which the library may have to number. */
static inline uint64_t qp_frame_number(const struct qp_frame *below, uint64_t stack_id)
{
    return stack_id == QP_FRAME_NUMBERED ? qp_hot_number(qp_frame_stack_id(below)) : stack_id;
}

/* Remove from `first` up the frames of compiled functions if `first` is one, else those that are none. Other frames
 * stay open, on top of the frames below `first`. Return true if set_break_on_event selected one of these exits. */
bool qp_frame_remove(struct qp_tstate *tstate, enum qp_product product, struct qp_frame *first);

/* If one of the topmost frames with the same stack address has this stack id, remove it and the functions above it,
 * since its call was left. Return true if set_break_on_event selected one of these exits. */
bool qp_frame_remove_left(struct qp_tstate *tstate, enum qp_product product, uint64_t stack_id);

static inline bool qp_frame_is_measured(const struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    return tstate->mounted->flags & QP_CONTEXT_MEASURED && !(cold->slow & QP_SLOW_PAUSED);
}

static inline void qp_frame_measure(struct qp_tstate *tstate, enum qp_product product, const struct qp_frame *frame)
{
    uint64_t begin = *qp_context_tick(tstate, frame);
    if (begin == QP_CONTEXT_UNMEASURED)
        return;
    uint64_t duration = *qp_context_tick(tstate, tstate->bottom) - begin;
    struct qp_node_extra_record *extra =
        qp_node_extra_of(qp_tstate_carrier(tstate, product), product, qp_frame_node(frame));
    if (!extra)
        return;
    extra->measured++;
    extra->minimum = duration < extra->minimum ? duration : extra->minimum;
    extra->maximum = duration > extra->maximum ? duration : extra->maximum;
}
