/* count.h - events within a function: blocks and their times, allocations, cycles, code offsets, monitors.
 *
 * An event is completed inline if the node caches the array of the block's counts. Otherwise the event takes the slow
 * path (slow.h). */
#pragma once

#include "core/thread/call.h"
#include "core/tree/hot.h"

/* Count the block on the slow path. `tstate` is NULL if the event did not begin. If `timed` is true, the time since the
 * last event is charged to the block. */
QP_SHARED QP_COLD void qp_count_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                     int block, uint64_t count, bool timed);

/* Record that a block of the frame on top ran `count` times. */
static inline __attribute__((always_inline)) void qp_count_block(const struct qp_call *call, uint64_t virtual_id,
                                                                 int block, uint64_t count)
{
    QP_HOT_EVENT(call, qp_hot_counts(tstate, call, virtual_id) && qp_hot_block(tstate, block, count),
                 qp_count_slow(tstate, call, virtual_id, block, count, false),
                 qp_count_slow(NULL, call, virtual_id, block, count, false));
}

/* Count the block `count` times and, if the library reads the clock, charge the time since the last event to it. */
static inline __attribute__((always_inline)) void qp_count_bb(const struct qp_call *call, uint64_t virtual_id,
                                                              int block, uint64_t count)
{
    if (!qp_product_is_timed(call->product)) {
        qp_count_block(call, virtual_id, block, count);
        return;
    }
    QP_HOT_EVENT(call, qp_hot_counts(tstate, call, virtual_id) && qp_hot_timed_block(tstate, block, count),
                 qp_count_slow(tstate, call, virtual_id, block, count, true),
                 qp_count_slow(NULL, call, virtual_id, block, count, true));
}

/* Charge the time since the last event to the block. If the library reads no clock, count the block once. */
static inline __attribute__((always_inline)) void qp_count_time(const struct qp_call *call, uint64_t virtual_id,
                                                                int block)
{
    qp_count_bb(call, virtual_id, block, qp_product_is_timed(call->product) ? 0 : 1);
}

struct qp_allocation {
    uint64_t type; /* method that stands for the type of the objects, 0 = none */
    uint64_t bytes;
    uint64_t objects;
    int block; /* block of the function on top that allocated the objects, -1 = unknown */
};

/* Record the allocation for the function on top. */
QP_SHARED void qp_count_allocate(struct qp_tstate *tstate, const struct qp_call *call,
                                 const struct qp_allocation *allocation);

/* Record the allocation on the slow path. `tstate` is NULL if the thread has no thread state yet. */
QP_SHARED QP_COLD void qp_count_allocation_slow(struct qp_tstate *tstate, const struct qp_call *call,
                                                uint64_t virtual_id, const struct qp_allocation *allocation);

/* Return true if an allocation of the calling thread belongs to the library: it occurs in an event or a definition. */
QP_SHARED bool qp_count_is_own_allocation(const struct qp_tstate *tstate, enum qp_product product);

/* Record that the function on top allocated objects. An allocator may be called anywhere, so one within another event
 * is no misuse. libcprof has no allocations. */
static inline __attribute__((always_inline)) void qp_count_allocation(const struct qp_call *call, uint64_t virtual_id,
                                                                      const struct qp_allocation *allocation)
{
    if (!qp_product_is_timed(call->product))
        return;
    QP_HOT_EVENT(call, qp_hot_counts(tstate, call, virtual_id) && (qp_count_allocate(tstate, call, allocation), true),
                 qp_count_allocation_slow(tstate, call, virtual_id, allocation),
                 if (!qp_count_is_own_allocation(tstate, call->product))
                     qp_count_allocation_slow(NULL, call, virtual_id, allocation));
}

/* Add cycles to the function on top. From now on cycles are reported for that function instead of time. */
QP_SHARED void qp_count_cycles(const struct qp_call *call, uint64_t virtual_id, uint64_t cycles);

/* Record that the block at this code offset of the method ran once. The method need not be on top. */
QP_SHARED void qp_count_offset(const struct qp_call *call, uint64_t virtual_id, uint64_t method, int offset);

QP_SHARED void qp_count_monitor(const struct qp_call *call, uint64_t virtual_id, bool released);
