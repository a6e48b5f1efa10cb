/* The hot events: each a line over core/hot.h, with the careful way behind it. */
#include "qprof/product.h"

#include "core/context.h"
#include "core/hot.h"
#include "core/mount.h"
#include "core/run.h"

/* Off, or in the middle of an event: out of line, so that the hot functions keep no frame for it. ARRIVAL expands to a
 * function that brings the event, named by its public function, on its careful way; off is one more branch. */
#define ARRIVE(name, ...)                                                                                              \
    do {                                                                                                               \
        if (QP_UNLIKELY(qp_load_relaxed(&qp_run_wanted[QP_PRODUCT])))                                                  \
            name##_arriving(__VA_ARGS__);                                                                              \
    } while (0)

#define ARRIVAL(name, flavour, virtual_id, parameters, careful)                                                        \
    static QP_COLD void name##_arriving parameters                                                                     \
    {                                                                                                                  \
        const struct qp_call call = {#name, QP_PRODUCT, (flavour), (virtual_id)};                                      \
        struct qp_lane *lane = qp_careful_arrive(&call);                                                               \
        if (lane != NULL)                                                                                              \
            careful;                                                                                                   \
    }

static inline int begin(struct qp_lane *lane)
{
    if (QP_UNLIKELY(qp_load_relaxed(&lane->busy)))
        return 0;
    qp_store_relaxed(&lane->busy, 1);
    qp_fence_signal();
    return 1;
}

static inline void end(struct qp_lane *lane)
{
    qp_fence_signal();
    qp_store_release(&lane->busy, 0); /* pairs with quiesce */
}

/* ---- entry and exit -------------------------------------------------------------------------------------- */

ARRIVAL(qprof_record_fn_entry, QP_PLAIN, 0, (qprof_MethodID method, qprof_StackID stack),
        qp_careful_enter(lane, &call, method, stack))
ARRIVAL(qprof_record_fn_entry_vt, QP_VIRTUAL, vthread, (qprof_MethodID method, qprof_StackID stack, VthreadID vthread),
        qp_careful_enter(lane, &call, method, stack))
ARRIVAL(qprof_record_fn_exit, QP_PLAIN, 0, (qprof_StackID stack), qp_careful_exit(lane, &call, stack))
ARRIVAL(qprof_record_fn_exit_vt, QP_VIRTUAL, vthread, (qprof_StackID stack, VthreadID vthread),
        qp_careful_exit(lane, &call, stack))

/* Whether a paused lane may follow an event of this flavour in line. */
static inline int follows(const struct qp_lane *lane, enum qp_lane_pause pause)
{
    return qp_load_relaxed(&lane->paused) == pause;
}

/* An entry whose callee is not at hand: it may still be known. */
static __attribute__((noinline)) void search_enter(struct qp_lane *lane, const struct qp_frame *limit, uint64_t method,
                                                   uint64_t stack)
{
    struct qp_node *child = NULL;
    if (qp_hot_fits(lane, limit, method, stack))
        child = qp_tree_search(qp_lane_carrier(lane, QP_PRODUCT), qp_frame_node(lane->top), method);
    if (child != NULL && qp_hot_call(lane, child, stack, QP_TIMED)) {
        end(lane);
        return;
    }
    static const struct qp_call call = {"qprof_record_fn_entry", QP_PRODUCT, QP_PLAIN, 0};
    qp_careful_enter(lane, &call, method, stack);
}

/* The mounted context's limit, where lane has none because it is paused. */
static inline const struct qp_frame *paused_limit(const struct qp_lane *lane)
{
    return qp_context_limit(lane->mounted);
}

/* Paused: frames are pushed and popped, nothing is timed or counted. */
static int follow_enter(struct qp_lane *lane, uint64_t method, uint64_t stack)
{
    if (!qp_hot_fits(lane, paused_limit(lane), method, stack))
        return 0;
    struct qp_node *child = qp_tree_child(lane, qp_frame_node(lane->top), method);
    if (QP_UNLIKELY(child == NULL))
        return 0;
    qp_hot_push(lane, child, stack);
    end(lane);
    return 1;
}

static int follow_exit(struct qp_lane *lane, uint64_t stack)
{
    if (!qp_hot_exit(lane, paused_limit(lane), stack, 0))
        return 0;
    end(lane);
    return 1;
}

static __attribute__((noinline)) void careful_enter(struct qp_lane *lane, uint64_t method, uint64_t stack)
{
    if (!follows(lane, QP_LANE_PAUSED) || !follow_enter(lane, method, stack))
        search_enter(lane, qp_load_relaxed(&lane->limit), method, stack);
}

static __attribute__((noinline)) void careful_enter_vt(struct qp_lane *lane, uint64_t method, uint64_t stack,
                                                       uint64_t vthread)
{
    if (qp_hot_mounted(lane, vthread)) {
        if (follows(lane, QP_LANE_PAUSED_VIRTUAL) && follow_enter(lane, method, stack))
            return;
    } else if (qp_mount_quickly(lane, QP_PRODUCT, vthread) &&
               qp_hot_enter(lane, qp_load_relaxed(&lane->virtual_limit), method, stack, 0)) {
        end(lane);
        return;
    }
    qp_careful_enter(lane, &(const struct qp_call){"qprof_record_fn_entry_vt", QP_PRODUCT, QP_VIRTUAL, vthread}, method,
                     stack);
}

static __attribute__((noinline)) void careful_exit(struct qp_lane *lane, uint64_t stack)
{
    static const struct qp_call call = {"qprof_record_fn_exit", QP_PRODUCT, QP_PLAIN, 0};
    if (!follows(lane, QP_LANE_PAUSED) || !follow_exit(lane, stack))
        qp_careful_exit(lane, &call, stack);
}

static __attribute__((noinline)) void careful_exit_vt(struct qp_lane *lane, uint64_t stack, uint64_t vthread)
{
    if (qp_hot_mounted(lane, vthread)) {
        if (follows(lane, QP_LANE_PAUSED_VIRTUAL) && follow_exit(lane, stack))
            return;
    } else if (qp_mount_quickly(lane, QP_PRODUCT, vthread) &&
               qp_hot_exit(lane, qp_load_relaxed(&lane->virtual_limit), stack, 0)) {
        end(lane);
        return;
    }
    qp_careful_exit(lane, &(const struct qp_call){"qprof_record_fn_exit_vt", QP_PRODUCT, QP_VIRTUAL, vthread}, stack);
}

void qprof_record_fn_entry(qprof_MethodID method_id, qprof_StackID stack_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    if (QP_UNLIKELY(!begin(lane)))
        ARRIVE(qprof_record_fn_entry, method_id, stack_id);
    else if (QP_LIKELY(qp_hot_enter(lane, qp_load_relaxed(&lane->limit), method_id, stack_id, QP_TIMED)))
        end(lane);
    else
        careful_enter(lane, method_id, stack_id);
}

void qprof_record_fn_entry_vt(qprof_MethodID method_id, qprof_StackID stack_id, VthreadID virtual_thread_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    if (QP_UNLIKELY(!begin(lane)))
        ARRIVE(qprof_record_fn_entry_vt, method_id, stack_id, virtual_thread_id);
    else if (QP_LIKELY(qp_hot_mounted(lane, virtual_thread_id) &&
                       qp_hot_enter(lane, qp_load_relaxed(&lane->virtual_limit), method_id, stack_id, QP_TIMED)))
        end(lane);
    else
        careful_enter_vt(lane, method_id, stack_id, virtual_thread_id);
}

void qprof_record_fn_exit(qprof_StackID stack_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    if (QP_UNLIKELY(!begin(lane)))
        ARRIVE(qprof_record_fn_exit, stack_id);
    else if (QP_LIKELY(qp_hot_exit(lane, qp_load_relaxed(&lane->limit), stack_id, QP_TIMED)))
        end(lane);
    else
        careful_exit(lane, stack_id);
}

void qprof_record_fn_exit_vt(qprof_StackID stack_id, VthreadID virtual_thread_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    if (QP_UNLIKELY(!begin(lane)))
        ARRIVE(qprof_record_fn_exit_vt, stack_id, virtual_thread_id);
    else if (QP_LIKELY(qp_hot_mounted(lane, virtual_thread_id) &&
                       qp_hot_exit(lane, qp_load_relaxed(&lane->virtual_limit), stack_id, QP_TIMED)))
        end(lane);
    else
        careful_exit_vt(lane, stack_id, virtual_thread_id);
}

/* ---- blocks ---------------------------------------------------------------------------------------------- */

ARRIVAL(qprof_record_bb_counts, QP_EITHER, 0, (int block, qprof_Counts count),
        qp_careful_block(lane, &call, block, count, 0))
ARRIVAL(qprof_record_bb_counts_vt, QP_VIRTUAL, vthread, (int block, qprof_Counts count, VthreadID vthread),
        qp_careful_block(lane, &call, block, count, 0))
ARRIVAL(qprof_record_bb_time, QP_PLAIN, 0, (int block), qp_careful_block(lane, &call, block, 1, 1))
ARRIVAL(qprof_record_bb_time_vt, QP_VIRTUAL, vthread, (int block, VthreadID vthread),
        qp_careful_block(lane, &call, block, 1, 1))

static QP_COLD void careful_block(struct qp_lane *lane, const struct qp_call *call, int block, uint64_t count,
                                  int timed)
{
    qp_careful_block(lane, call, block, count, timed);
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
    if (QP_UNLIKELY(!begin(lane)))
        ARRIVE(qprof_record_bb_counts, bb_num, arg);
    else if (QP_LIKELY(qp_hot_counts(lane) && qp_hot_block(lane, bb_num, arg)))
        end(lane);
    else
        careful_block(lane, &call, bb_num, arg, 0);
}

void qprof_record_bb_counts_vt(int bb_num, qprof_Counts arg, VthreadID virtual_thread_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    if (QP_UNLIKELY(!begin(lane)))
        ARRIVE(qprof_record_bb_counts_vt, bb_num, arg, virtual_thread_id);
    else if (QP_LIKELY(qp_hot_counts(lane) && qp_hot_mounted(lane, virtual_thread_id) &&
                       qp_hot_block(lane, bb_num, arg)))
        end(lane);
    else
        careful_block(lane, QP_CALL(QP_VIRTUAL, virtual_thread_id), bb_num, arg, 0);
}

void qprof_record_bb_time(int bb_num)
{
    static const struct qp_call call = {"qprof_record_bb_time", QP_PRODUCT, QP_PLAIN, 0};
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    if (QP_UNLIKELY(!begin(lane)))
        ARRIVE(qprof_record_bb_time, bb_num);
    else if (QP_LIKELY(qp_load_relaxed(&lane->limit) != NULL && hot_block_time(lane, bb_num)))
        end(lane);
    else
        careful_block(lane, &call, bb_num, 1, 1);
}

void qprof_record_bb_time_vt(int bb_num, VthreadID virtual_thread_id)
{
    struct qp_lane *lane = qp_lane_current[QP_PRODUCT];
    if (QP_UNLIKELY(!begin(lane)))
        ARRIVE(qprof_record_bb_time_vt, bb_num, virtual_thread_id);
    else if (QP_LIKELY(qp_load_relaxed(&lane->virtual_limit) != NULL && qp_hot_mounted(lane, virtual_thread_id) &&
                       hot_block_time(lane, bb_num)))
        end(lane);
    else
        careful_block(lane, QP_CALL(QP_VIRTUAL, virtual_thread_id), bb_num, 1, 1);
}
