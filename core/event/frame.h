/* frame.h - entries and exits of functions, each from the ordinary case to the rarest.
 *
 * In line here: a callee that is at hand, a return to the caller, both in a pause too. `near`, one call away: a callee
 * that must be searched for or made, a tail call, an exit out of several frames, a switch of virtual threads. `slow`:
 * all else. A public function is one line over qp_frame_enter or qp_frame_exit. */
#ifndef QP_EVENT_FRAME_H
#define QP_EVENT_FRAME_H

#include "core/thread/call.h"
#include "core/tree/hot.h"

/* Each gets a lane whose busy flag is set, and clears it. A slow function gets NULL where the event did not begin. A
 * near one has the arguments of the public function first, so that these stay in their registers. */
QP_SHARED void qp_frame_enter_near(uint64_t method, uint64_t stack_id, uint64_t virtual_id, struct qp_lane *lane,
                                   const struct qp_call *call);
QP_SHARED QP_COLD void qp_frame_enter_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                           uint64_t method, uint64_t stack_id);
QP_SHARED void qp_frame_exit_near(uint64_t stack_id, uint64_t virtual_id, struct qp_lane *lane,
                                  const struct qp_call *call);
QP_SHARED QP_COLD void qp_frame_exit_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                          uint64_t stack_id);
QP_SHARED void qp_frame_leave_near(uint64_t method, struct qp_lane *lane, const struct qp_call *call);
QP_SHARED QP_COLD void qp_frame_leave_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t method);

static inline __attribute__((always_inline)) bool qp_frame_enter_in_line(struct qp_lane *lane,
                                                                         const struct qp_call *call,
                                                                         uint64_t virtual_id, uint64_t method,
                                                                         uint64_t stack_id)
{
    const struct qp_frame *limit = qp_hot_limit(lane, call);
    if (QP_LIKELY(qp_hot_is_for(lane, call, limit, virtual_id)) &&
        QP_LIKELY(qp_hot_enter(lane, call, limit, method, stack_id, qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(lane, call);
    return qp_hot_is_for(lane, call, limit, virtual_id) && qp_hot_follow(lane, call, limit, method, stack_id);
}

static inline __attribute__((always_inline)) bool
qp_frame_exit_in_line(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, uint64_t stack_id)
{
    const struct qp_frame *limit = qp_hot_limit(lane, call);
    if (QP_LIKELY(qp_hot_is_for(lane, call, limit, virtual_id)) &&
        QP_LIKELY(qp_hot_exit(lane, limit, stack_id, qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(lane, call);
    return qp_hot_is_for(lane, call, limit, virtual_id) && qp_hot_exit(lane, limit, stack_id, false);
}

/* virtual_id is 0 where the call names no virtual thread. */
static inline __attribute__((always_inline)) void qp_frame_enter(const struct qp_call *call, uint64_t virtual_id,
                                                                 uint64_t method, uint64_t stack_id)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE)) {
        if (QP_UNLIKELY(busy != QP_LANE_OFF))
            qp_frame_enter_slow(NULL, call, virtual_id, method, stack_id);
    } else if (QP_LIKELY(qp_frame_enter_in_line(lane, call, virtual_id, method, stack_id))) {
        qp_lane_end(lane);
    } else {
        qp_frame_enter_near(method, stack_id, virtual_id, lane, call);
    }
}

static inline __attribute__((always_inline)) void qp_frame_exit(const struct qp_call *call, uint64_t virtual_id,
                                                                uint64_t stack_id)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE)) {
        if (QP_UNLIKELY(busy != QP_LANE_OFF))
            qp_frame_exit_slow(NULL, call, virtual_id, stack_id);
    } else if (QP_LIKELY(qp_frame_exit_in_line(lane, call, virtual_id, stack_id))) {
        qp_lane_end(lane);
    } else {
        qp_frame_exit_near(stack_id, virtual_id, lane, call);
    }
}

/* ---- frames that the library numbers: calls name the method alone, and act on what is mounted ------------- */

static inline __attribute__((always_inline)) bool qp_frame_number_in_line(struct qp_lane *lane,
                                                                          const struct qp_call *call, uint64_t method)
{
    const struct qp_frame *limit = qp_hot_limit(lane, call);
    if (QP_LIKELY(qp_hot_is_for(lane, call, limit, 0)) &&
        QP_LIKELY(qp_hot_enter(lane, call, limit, method, lane->top->stack_id + QP_FRAME_STEP,
                               qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(lane, call);
    return qp_hot_is_for(lane, call, limit, 0) &&
           qp_hot_follow(lane, call, limit, method, lane->top->stack_id + QP_FRAME_STEP);
}

static inline __attribute__((always_inline)) bool qp_frame_leave_in_line(struct qp_lane *lane,
                                                                         const struct qp_call *call, uint64_t method)
{
    const struct qp_frame *limit = qp_hot_limit(lane, call);
    if (QP_LIKELY(qp_hot_is_for(lane, call, limit, 0)) &&
        QP_LIKELY(qp_hot_leave(lane, limit, method, qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(lane, call);
    return qp_hot_is_for(lane, call, limit, 0) && qp_hot_leave(lane, limit, method, false);
}

static inline __attribute__((always_inline)) void qp_frame_enter_numbered(const struct qp_call *call, uint64_t method)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE)) {
        if (QP_UNLIKELY(busy != QP_LANE_OFF))
            qp_frame_enter_slow(NULL, call, 0, method, QP_FRAME_NUMBERED);
    } else if (QP_LIKELY(qp_frame_number_in_line(lane, call, method))) {
        qp_lane_end(lane);
    } else {
        qp_frame_enter_near(method, QP_FRAME_NUMBERED, 0, lane, call);
    }
}

static inline __attribute__((always_inline)) void qp_frame_leave_numbered(const struct qp_call *call, uint64_t method)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE)) {
        if (QP_UNLIKELY(busy != QP_LANE_OFF))
            qp_frame_leave_slow(NULL, call, method);
    } else if (QP_LIKELY(qp_frame_leave_in_line(lane, call, method))) {
        qp_lane_end(lane);
    } else {
        qp_frame_leave_near(method, lane, call);
    }
}

/* ---- the rarer ones: each goes the slow way --------------------------------------------------------------- */

/* Put a frame that was open before on the stack: an entry that counts no call. */
QP_SHARED void qp_frame_follow(const struct qp_call *call, uint64_t virtual_id, uint64_t method, uint64_t stack_id);

/* Leave the frames above the newest one of the method. */
QP_SHARED void qp_frame_return_to(const struct qp_call *call, uint64_t method);

/* Leave the frame on top, which is to be this method's. */
QP_SHARED void qp_frame_verify_exit(const struct qp_call *call, uint64_t virtual_id, uint64_t method);

/* The method of the frame on top, 0 on an empty stack. */
QP_SHARED uint64_t qp_frame_current(const struct qp_call *call, uint64_t virtual_id);

#endif
