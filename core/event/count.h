/* count.h - what is counted within a function: blocks and their times, cycles, code offsets, monitors.
 *
 * As with entries (frame.h): in line where the block's array is at hand, else slow. */
#ifndef QP_EVENT_COUNT_H
#define QP_EVENT_COUNT_H

#include "core/thread/call.h"
#include "core/tree/hot.h"

/* lane is NULL where the event did not begin, here and below. */
QP_SHARED QP_COLD void qp_count_block_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                           int block, uint64_t count);
QP_SHARED QP_COLD void qp_count_time_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                          int block);
QP_SHARED QP_COLD void qp_count_bb_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                        int block, uint64_t count);

/* The block of the frame on top ran so many times. */
static inline __attribute__((always_inline)) void qp_count_block(const struct qp_call *call, uint64_t virtual_id,
                                                                 int block, uint64_t count)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE)) {
        if (QP_UNLIKELY(busy != QP_LANE_OFF))
            qp_count_block_slow(NULL, call, virtual_id, block, count);
    } else if (QP_LIKELY(qp_hot_counts(lane, call, virtual_id) && qp_hot_block(lane, block, count))) {
        qp_lane_end(lane);
    } else {
        qp_count_block_slow(lane, call, virtual_id, block, count);
    }
}

/* The time since the last event is the block's; where nothing is timed, the block ran once. */
static inline __attribute__((always_inline)) void qp_count_time(const struct qp_call *call, uint64_t virtual_id,
                                                                int block)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE)) {
        if (QP_UNLIKELY(busy != QP_LANE_OFF))
            qp_count_time_slow(NULL, call, virtual_id, block);
    } else if (QP_LIKELY(qp_hot_counts(lane, call, virtual_id) &&
                         (qp_product_is_timed(call->product) ? qp_hot_block_time(lane, block)
                                                             : qp_hot_block(lane, block, 1)))) {
        qp_lane_end(lane);
    } else {
        qp_count_time_slow(lane, call, virtual_id, block);
    }
}

/* Both: the block ran so many times, and the time since the last event is its own where there is a clock. */
static inline __attribute__((always_inline)) void qp_count_bb(const struct qp_call *call, uint64_t virtual_id,
                                                              int block, uint64_t count)
{
    if (!qp_product_is_timed(call->product)) {
        qp_count_block(call, virtual_id, block, count);
        return;
    }
    struct qp_lane *lane = qp_lane_current[call->product];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE)) {
        if (QP_UNLIKELY(busy != QP_LANE_OFF))
            qp_count_bb_slow(NULL, call, virtual_id, block, count);
    } else if (QP_LIKELY(qp_hot_counts(lane, call, virtual_id) && qp_hot_timed_block(lane, block, count))) {
        qp_lane_end(lane);
    } else {
        qp_count_bb_slow(lane, call, virtual_id, block, count);
    }
}

/* Add cycles to the function on top, which has cycles instead of time from now on. */
QP_SHARED void qp_count_cycles(const struct qp_call *call, uint64_t virtual_id, uint64_t cycles);

/* The block at a code offset of a method, whether that is on top or not, ran once. */
QP_SHARED void qp_count_offset(const struct qp_call *call, uint64_t virtual_id, uint64_t method, int offset);

QP_SHARED void qp_count_monitor(const struct qp_call *call, uint64_t virtual_id, bool released);

#endif
