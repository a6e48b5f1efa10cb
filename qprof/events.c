/* The hot events: each a line over core/record/hot.h, with the slow way behind it. */
#include "qprof/product.h"

#include "core/record/context.h"
#include "core/record/hot.h"
#include "core/record/run.h"
#include "core/record/switch.h"

/* Off, or in the middle of an event: out of line, so that the hot functions keep no frame for it. ARRIVAL expands to a
 * function that brings the event, named by its public function, on its slow way; off is one more branch. */
#define ARRIVE(name, ...)                                                                                              \
    do {                                                                                                               \
        if (QP_UNLIKELY(busy != QP_LANE_OFF))                                                                          \
            name##_arriving(__VA_ARGS__);                                                                              \
    } while (0)

#define ARRIVAL(name, flavour, virtual_id, parameters, careful)                                                        \
    static QP_COLD void name##_arriving parameters                                                                     \
    {                                                                                                                  \
        const struct qp_call call = {#name, QP_PRODUCT, (flavour), (virtual_id)};                                      \
        struct qp_lane *lane = qp_slow_arrive(&call);                                                                  \
        if (lane != NULL)                                                                                              \
            careful;                                                                                                   \
    }

/* Returns. QP_LANE_FREE when the event has begun, else why not. */
static inline uint32_t begin(struct qp_lane *lane)
{
    uint32_t busy = qp_load_relaxed(&lane->busy);
    if (QP_LIKELY(busy == QP_LANE_FREE)) {
        qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
        qp_fence_signal();
    }
    return busy;
}

/* ---- entry and exit -------------------------------------------------------------------------------------- */

ARRIVAL(qprof_record_fn_entry, QP_PLAIN, 0, (qprof_MethodID method, qprof_StackID stack),
        qp_slow_enter(lane, &call, method, stack))
ARRIVAL(qprof_record_fn_entry_vt, QP_VIRTUAL, vthread, (qprof_MethodID method, qprof_StackID stack, VthreadID vthread),
        qp_slow_enter(lane, &call, method, stack))
ARRIVAL(qprof_record_fn_exit, QP_PLAIN, 0, (qprof_StackID stack), qp_slow_exit(lane, &call, stack))
ARRIVAL(qprof_record_fn_exit_vt, QP_VIRTUAL, vthread, (qprof_StackID stack, VthreadID vthread),
        qp_slow_exit(lane, &call, stack))

/* Paused: frames are pushed and popped, nothing is timed or counted. Returns. 0 when that takes more, or it is no
 * pause. */
static inline int follow_enter(struct qp_lane *lane, const struct qp_frame *limit, uint64_t method, uint64_t stack)
{
    if (!qp_hot_fits(lane, limit, method, stack))
        return 0;
    struct qp_node *child = qp_tree_child(lane, qp_frame_node(lane->top), method);
    if (QP_UNLIKELY(child == NULL))
        return 0;
    qp_hot_push(lane, child, stack);
    qp_product_end(lane);
    return 1;
}

static inline int follow_exit(struct qp_lane *lane, const struct qp_frame *limit, uint64_t stack)
{
    if (!qp_hot_exit(lane, limit, stack, 0))
        return 0;
    qp_product_end(lane);
    return 1;
}

/* An entry whose callee is not at hand: it is known or new, and takes the place of its caller if that ends in a tail
 * call. Returns. 0 when it takes more. */
static __attribute__((noinline)) int search_enter(struct qp_lane *lane, const struct qp_frame *limit, uint64_t method,
                                                  uint64_t stack)
{
    if (lane->top >= limit || method == 0 || stack == 0 || qp_slow_is_nested(QP_PRODUCT))
        return 0;
    struct qp_frame *caller = lane->top->stack_id == stack ? lane->top - 1 : lane->top;
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_PRODUCT);
    struct qp_node *child = qp_tree_search(carrier, qp_frame_node(caller), method);
    if (child == NULL && qp_load_acquire(&qp_runs[QP_PRODUCT].callback) == NULL) /* which would be asked for it */
        child = qp_tree_add(carrier, QP_PRODUCT, qp_frame_node(caller), method);
    if (child == NULL || (QP_TIMED && !qp_hot_charge(lane, qp_frame_node(lane->top), qp_clock_counter())))
        return 0;
    child->calls++;
    lane->top = caller;
    qp_hot_push(lane, child, stack);
    qp_product_end(lane);
    return 1;
}

static __attribute__((noinline)) void slow_enter(struct qp_lane *lane, uint64_t method, uint64_t stack)
{
    static const struct qp_call call = {"qprof_record_fn_entry", QP_PRODUCT, QP_PLAIN, 0};
    if (!follow_enter(lane, qp_load_relaxed(&lane->paused_limit), method, stack) &&
        !search_enter(lane, qp_load_relaxed(&lane->limit), method, stack))
        qp_slow_enter(lane, &call, method, stack);
}

static __attribute__((noinline)) void slow_enter_vt(struct qp_lane *lane, uint64_t method, uint64_t stack,
                                                    uint64_t vthread)
{
    if (qp_hot_mounted(lane, vthread)) {
        if (follow_enter(lane, qp_load_relaxed(&lane->paused_virtual_limit), method, stack) ||
            search_enter(lane, qp_load_relaxed(&lane->virtual_limit), method, stack))
            return;
    } else if (qp_switch_to(lane, QP_PRODUCT, vthread, QP_TIMED) &&
               qp_hot_enter(lane, qp_load_relaxed(&lane->virtual_limit), method, stack, 0)) {
        qp_product_end(lane);
        return;
    }
    qp_slow_enter(lane, &(const struct qp_call){"qprof_record_fn_entry_vt", QP_PRODUCT, QP_VIRTUAL, vthread}, method,
                  stack);
}

/* An exit out of several frames, as errors leave them. Returns. 0 when it takes more. */
static int unwind_exit(struct qp_lane *lane, const struct qp_frame *limit, uint64_t stack)
{
    struct qp_frame *frame = lane->top;
    if (frame >= limit || stack == 0 || frame->stack_id == stack)
        return 0;
    while (frame > lane->bottom && frame->stack_id != stack)
        frame--;
    if (frame == lane->bottom || (QP_TIMED && !qp_hot_charge(lane, qp_frame_node(lane->top), qp_clock_counter())))
        return 0;
    lane->top = frame;
    qp_product_end(lane);
    return 1;
}

static __attribute__((noinline)) void slow_exit(struct qp_lane *lane, uint64_t stack)
{
    static const struct qp_call call = {"qprof_record_fn_exit", QP_PRODUCT, QP_PLAIN, 0};
    if (!follow_exit(lane, qp_load_relaxed(&lane->paused_limit), stack) &&
        !unwind_exit(lane, qp_load_relaxed(&lane->limit), stack))
        qp_slow_exit(lane, &call, stack);
}

static __attribute__((noinline)) void slow_exit_vt(struct qp_lane *lane, uint64_t stack, uint64_t vthread)
{
    if (qp_hot_mounted(lane, vthread)) {
        if (follow_exit(lane, qp_load_relaxed(&lane->paused_virtual_limit), stack) ||
            unwind_exit(lane, qp_load_relaxed(&lane->virtual_limit), stack))
            return;
    } else if (qp_switch_to(lane, QP_PRODUCT, vthread, QP_TIMED) &&
               qp_hot_exit(lane, qp_load_relaxed(&lane->virtual_limit), stack, 0)) {
        qp_product_end(lane);
        return;
    }
    qp_slow_exit(lane, &(const struct qp_call){"qprof_record_fn_exit_vt", QP_PRODUCT, QP_VIRTUAL, vthread}, stack);
}

void qprof_record_fn_entry(qprof_MethodID method_id, qprof_StackID stack_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    uint32_t busy = begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        ARRIVE(qprof_record_fn_entry, method_id, stack_id);
    else if (QP_LIKELY(qp_hot_enter(lane, qp_load_relaxed(&lane->limit), method_id, stack_id, QP_TIMED)))
        qp_product_end(lane);
    else
        slow_enter(lane, method_id, stack_id);
}

void qprof_record_fn_entry_vt(qprof_MethodID method_id, qprof_StackID stack_id, VthreadID virtual_thread_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    uint32_t busy = begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        ARRIVE(qprof_record_fn_entry_vt, method_id, stack_id, virtual_thread_id);
    else if (QP_LIKELY(qp_hot_mounted(lane, virtual_thread_id) &&
                       qp_hot_enter(lane, qp_load_relaxed(&lane->virtual_limit), method_id, stack_id, QP_TIMED)))
        qp_product_end(lane);
    else
        slow_enter_vt(lane, method_id, stack_id, virtual_thread_id);
}

void qprof_record_fn_exit(qprof_StackID stack_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    uint32_t busy = begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        ARRIVE(qprof_record_fn_exit, stack_id);
    else if (QP_LIKELY(qp_hot_exit(lane, qp_load_relaxed(&lane->limit), stack_id, QP_TIMED)))
        qp_product_end(lane);
    else
        slow_exit(lane, stack_id);
}

void qprof_record_fn_exit_vt(qprof_StackID stack_id, VthreadID virtual_thread_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    uint32_t busy = begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        ARRIVE(qprof_record_fn_exit_vt, stack_id, virtual_thread_id);
    else if (QP_LIKELY(qp_hot_mounted(lane, virtual_thread_id) &&
                       qp_hot_exit(lane, qp_load_relaxed(&lane->virtual_limit), stack_id, QP_TIMED)))
        qp_product_end(lane);
    else
        slow_exit_vt(lane, stack_id, virtual_thread_id);
}

/* ---- blocks ---------------------------------------------------------------------------------------------- */

ARRIVAL(qprof_record_bb_counts, QP_EITHER, 0, (int block, qprof_Counts count),
        qp_slow_block(lane, &call, block, count, 0))
ARRIVAL(qprof_record_bb_counts_vt, QP_VIRTUAL, vthread, (int block, qprof_Counts count, VthreadID vthread),
        qp_slow_block(lane, &call, block, count, 0))
ARRIVAL(qprof_record_bb_time, QP_PLAIN, 0, (int block), qp_slow_block(lane, &call, block, 1, 1))
ARRIVAL(qprof_record_bb_time_vt, QP_VIRTUAL, vthread, (int block, VthreadID vthread),
        qp_slow_block(lane, &call, block, 1, 1))

static QP_COLD void slow_block(struct qp_lane *lane, const struct qp_call *call, int block, uint64_t count, int timed)
{
    qp_slow_block(lane, call, block, count, timed);
}

/* A block's time, or its hit where nothing is timed. */
static inline int hot_block_time(struct qp_lane *lane, int block)
{
    return QP_TIMED ? qp_hot_block_time(lane, block) : qp_hot_block(lane, block, 1);
}

void qprof_record_bb_counts(int bb_num, qprof_Counts arg)
{
    static const struct qp_call call = {"qprof_record_bb_counts", QP_PRODUCT, QP_EITHER, 0};
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    uint32_t busy = begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        ARRIVE(qprof_record_bb_counts, bb_num, arg);
    else if (QP_LIKELY(qp_hot_counts(lane) && qp_hot_block(lane, bb_num, arg)))
        qp_product_end(lane);
    else
        slow_block(lane, &call, bb_num, arg, 0);
}

void qprof_record_bb_counts_vt(int bb_num, qprof_Counts arg, VthreadID virtual_thread_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    uint32_t busy = begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        ARRIVE(qprof_record_bb_counts_vt, bb_num, arg, virtual_thread_id);
    else if (QP_LIKELY(qp_hot_counts(lane) && qp_hot_mounted(lane, virtual_thread_id) &&
                       qp_hot_block(lane, bb_num, arg)))
        qp_product_end(lane);
    else
        slow_block(lane, QP_CALL(QP_VIRTUAL, virtual_thread_id), bb_num, arg, 0);
}

void qprof_record_bb_time(int bb_num)
{
    static const struct qp_call call = {"qprof_record_bb_time", QP_PRODUCT, QP_PLAIN, 0};
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    uint32_t busy = begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        ARRIVE(qprof_record_bb_time, bb_num);
    else if (QP_LIKELY(qp_load_relaxed(&lane->limit) != NULL && hot_block_time(lane, bb_num)))
        qp_product_end(lane);
    else
        slow_block(lane, &call, bb_num, 1, 1);
}

void qprof_record_bb_time_vt(int bb_num, VthreadID virtual_thread_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    uint32_t busy = begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        ARRIVE(qprof_record_bb_time_vt, bb_num, virtual_thread_id);
    else if (QP_LIKELY(qp_load_relaxed(&lane->virtual_limit) != NULL && qp_hot_mounted(lane, virtual_thread_id) &&
                       hot_block_time(lane, bb_num)))
        qp_product_end(lane);
    else
        slow_block(lane, QP_CALL(QP_VIRTUAL, virtual_thread_id), bb_num, 1, 1);
}
