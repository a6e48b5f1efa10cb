/* frame_part.h - what entries (frame.c) and exits (frame_exit.c) have in common. */
#ifndef QP_EVENT_FRAME_PART_H
#define QP_EVENT_FRAME_PART_H

#include "core/tree/context.h"
#include "core/tree/hot.h"
#include "core/tree/node_extra.h"
#include "core/thread/reason.h"

/* No program has stack ids of which two differ by just this. */
#define QP_FRAME_DISGUISE 0x9d3c5a7e61b4f082u

/* The limit for an event that goes this way; the clock is read in order where there is none in line. */
static inline const struct qp_frame *qp_frame_near_limit(const struct qp_lane *lane, const struct qp_call *call)
{
    const struct qp_frame *limit = qp_hot_limit(lane, call);
    return limit ? limit : qp_hot_limit_of(call, &lane->ordered_limit, &lane->ordered_virtual_limit);
}

static inline uint64_t qp_frame_near_tick(const struct qp_lane *lane)
{
    bool ordered = qp_load_relaxed(&lane->ordered_limit) || qp_load_relaxed(&lane->ordered_virtual_limit);
    return QP_UNLIKELY(ordered) ? qp_clock_ordered() : qp_clock_counter();
}

/* A frame whose method is flagged has its stack id in disguise, so that no exit in line takes it for the caller: the
 * virtual thread's state follows its return. */
static inline bool qp_frame_is(const struct qp_frame *frame, uint64_t stack_id)
{
    return frame->stack_id == stack_id ||
           (frame->stack_id == (stack_id ^ QP_FRAME_DISGUISE) && qp_frame_node(frame)->flags & QP_NODE_FLAGGED);
}

/* The stack id of a frame that the library numbers: one step from that of the frame below. */
static inline uint64_t qp_frame_number(const struct qp_frame *below, uint64_t stack_id)
{
    if (stack_id != QP_FRAME_NUMBERED)
        return stack_id;
    bool disguised = qp_frame_node(below)->flags & QP_NODE_FLAGGED;
    return (disguised ? below->stack_id ^ QP_FRAME_DISGUISE : below->stack_id) + QP_FRAME_STEP;
}

static inline bool qp_frame_is_measured(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    return lane->mounted->flags & QP_CONTEXT_MEASURED && !(cold->slow & QP_SLOW_PAUSED);
}

static inline void qp_frame_measure(struct qp_lane *lane, enum qp_product product, const struct qp_frame *frame)
{
    uint64_t begin = *qp_context_tick(lane, frame);
    if (begin == QP_CONTEXT_UNMEASURED)
        return;
    uint64_t duration = *qp_context_tick(lane, lane->bottom) - begin;
    struct qp_node_extra_record *extra =
        qp_node_extra_of(qp_lane_carrier(lane, product), product, qp_frame_node(frame));
    if (!extra)
        return;
    extra->measured++;
    extra->minimum = duration < extra->minimum ? duration : extra->minimum;
    extra->maximum = duration > extra->maximum ? duration : extra->maximum;
}

#endif
