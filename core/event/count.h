/* count.h - events within a function: blocks and their times, cycles, code offsets, monitors.
 *
 * As with entries (frame.h): inline if the block's array is cached in the node, else on the slow path. */
#ifndef QP_EVENT_COUNT_H
#define QP_EVENT_COUNT_H

#include "core/thread/call.h"
#include "core/tree/hot.h"

/* tstate is NULL if the event did not begin, here and below. */
QP_SHARED QP_COLD void qp_count_block_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                           int block, uint64_t count);
QP_SHARED QP_COLD void qp_count_time_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                          int block);
QP_SHARED QP_COLD void qp_count_bb_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                        int block, uint64_t count);

/* Count a block of the frame on top, which ran `count` times. */
static inline __attribute__((always_inline)) void qp_count_block(const struct qp_call *call, uint64_t virtual_id,
                                                                 int block, uint64_t count)
{
    struct qp_tstate *tstate = qp_tstate_current[call->product];
    uint32_t busy = qp_tstate_begin(tstate);
    if (QP_UNLIKELY(busy != QP_TSTATE_FREE)) {
        if (QP_UNLIKELY(busy != QP_TSTATE_OFF))
            qp_count_block_slow(NULL, call, virtual_id, block, count);
    } else if (QP_LIKELY(qp_hot_counts(tstate, call, virtual_id) && qp_hot_block(tstate, block, count))) {
        qp_tstate_end(tstate);
    } else {
        qp_count_block_slow(tstate, call, virtual_id, block, count);
    }
}

/* Charge the time since the last event to the block; without a clock, count the block once. */
static inline __attribute__((always_inline)) void qp_count_time(const struct qp_call *call, uint64_t virtual_id,
                                                                int block)
{
    struct qp_tstate *tstate = qp_tstate_current[call->product];
    uint32_t busy = qp_tstate_begin(tstate);
    if (QP_UNLIKELY(busy != QP_TSTATE_FREE)) {
        if (QP_UNLIKELY(busy != QP_TSTATE_OFF))
            qp_count_time_slow(NULL, call, virtual_id, block);
    } else if (QP_LIKELY(qp_hot_counts(tstate, call, virtual_id) &&
                         (qp_product_is_timed(call->product) ? qp_hot_block_time(tstate, block)
                                                             : qp_hot_block(tstate, block, 1)))) {
        qp_tstate_end(tstate);
    } else {
        qp_count_time_slow(tstate, call, virtual_id, block);
    }
}

/* Do both: count the block `count` times, and charge the time since the last event to it if there is a clock. */
static inline __attribute__((always_inline)) void qp_count_bb(const struct qp_call *call, uint64_t virtual_id,
                                                              int block, uint64_t count)
{
    if (!qp_product_is_timed(call->product)) {
        qp_count_block(call, virtual_id, block, count);
        return;
    }
    struct qp_tstate *tstate = qp_tstate_current[call->product];
    uint32_t busy = qp_tstate_begin(tstate);
    if (QP_UNLIKELY(busy != QP_TSTATE_FREE)) {
        if (QP_UNLIKELY(busy != QP_TSTATE_OFF))
            qp_count_bb_slow(NULL, call, virtual_id, block, count);
    } else if (QP_LIKELY(qp_hot_counts(tstate, call, virtual_id) && qp_hot_timed_block(tstate, block, count))) {
        qp_tstate_end(tstate);
    } else {
        qp_count_bb_slow(tstate, call, virtual_id, block, count);
    }
}

/* Add cycles to the function on top, which has cycles instead of time from now on. */
QP_SHARED void qp_count_cycles(const struct qp_call *call, uint64_t virtual_id, uint64_t cycles);

/* Count the block at a code offset of a method once, whether the method is on top or not. */
QP_SHARED void qp_count_offset(const struct qp_call *call, uint64_t virtual_id, uint64_t method, int offset);

QP_SHARED void qp_count_monitor(const struct qp_call *call, uint64_t virtual_id, bool released);

#endif
