#include "core/event/count.h"

#include "core/store/diagnose.h"
#include "core/tree/block.h"
#include "core/vthread/charge.h"
#include "core/method/method.h"
#include "core/tree/node_extra.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"

/* The node on top, NULL (and counted) on an empty stack. */
static struct qp_node *top_node(const struct qp_lane *lane, const struct qp_call *call)
{
    if (lane->top != lane->bottom)
        return qp_frame_node(lane->top);
    qp_run_diagnose(call->product, QP_DIAGNOSTIC_EMPTY_STACK, "%s", call->name);
    return NULL;
}

static bool is_paused(struct qp_lane *lane, enum qp_product product)
{
    return (qp_lane_cold(lane, product)->slow & QP_SLOW_PAUSED) != 0;
}

static void switch_to_cycles(enum qp_product product, uint64_t id)
{
    if (qp_method_flags(product, id) & QP_METHOD_CYCLES)
        return;
    qp_cold_lock();
    qp_method_count_cycles(product, id);
    qp_cold_unlock();
}

void qp_count_cycles(const struct qp_call *call, uint64_t virtual_id, uint64_t cycles)
{
    enum qp_product product = call->product;
    struct qp_lane *lane = qp_slow_take(call, virtual_id);
    if (!lane)
        return;
    struct qp_node *node = top_node(lane, call);
    if (node && !is_paused(lane, product)) {
        struct qp_node_extra_record *extra = qp_node_extra_of(qp_lane_carrier(lane, product), product, node);
        if (extra)
            extra->cycles += cycles;
        if (qp_runs[product].virtual_threads)
            node->flags |= QP_NODE_CYCLES; /* from here on; the slow way's end lets the state follow */
        switch_to_cycles(product, node->method);
    }
    qp_slow_end(lane, product);
}

/* ---- blocks ---------------------------------------------------------------------------------------------- */

/* Returns whether there is such a block. */
static bool add_count(const struct qp_call *call, struct qp_block_array *array, int block, uint64_t count)
{
    bool known = block >= 0 && (uint32_t)block < array->count;
    if (known)
        array->values[block] += count;
    else
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_BLOCK, "%s(%d) of %u blocks", call->name, block, array->count);
    return known;
}

static void add_time(struct qp_lane *lane, enum qp_product product, struct qp_block_array *counts, int block)
{
    uint64_t before = lane->ledger->last;
    qp_charge(lane, product);
    struct qp_block_array *times = qp_block_times(qp_lane_carrier(lane, product), product, counts);
    if (!times)
        return;
    times->events++;
    times->values[block] += lane->ledger->last - before;
}

/* What a call about a block tells of it. */
struct told {
    int block;
    uint64_t count; /* how often it ran */
    bool timed;     /* the time since the last event is its own */
};

/* The qp_root of what is mounted, from its bottom frame: climbing from the node on top took 30 s at a depth of 200,000.
 */
static uint32_t root_of(const struct qp_lane *lane)
{
    return (uint32_t)qp_frame_node(lane->bottom)->method;
}

static void count_block(struct qp_lane *lane, const struct qp_call *call, struct qp_node *node, const struct told *told)
{
    struct qp_block_array *array =
        qp_block_counts(qp_lane_carrier(lane, call->product), call->product, root_of(lane), node);
    if (!array)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_BLOCK, "%s(%d) of a method without blocks", call->name,
                    told->block);
    else if (add_count(call, array, told->block, told->count) && told->timed)
        add_time(lane, call->product, array, told->block);
}

/* Near: in a pause nothing is counted. The slow way took 31 ns to find that out, this takes 7. */
static bool is_skipped(const struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id)
{
    if (!lane || lane->top == lane->bottom)
        return false;
    if (qp_load_relaxed(&lane->paused_limit))
        return call->flavour != QP_VIRTUAL;
    return qp_load_relaxed(&lane->paused_virtual_limit) &&
           (call->flavour == QP_EITHER ? qp_lane_has(lane)
                                       : call->flavour == QP_VIRTUAL && qp_hot_mounted(lane, virtual_id));
}

static void slow_block(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, const struct told *told)
{
    if (is_skipped(lane, call, virtual_id)) {
        qp_lane_end(lane);
        return;
    }
    lane = qp_slow_begin(lane, call, virtual_id);
    if (!lane)
        return;
    struct qp_node *node = top_node(lane, call);
    uint64_t method = node ? node->method : 0;
    if (node && !is_paused(lane, call->product))
        count_block(lane, call, node, told);
    qp_slow_end(lane, call->product);
    qp_run_break(call->product, method, QPROF_BREAK_BLOCK);
}

void qp_count_block_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, int block,
                         uint64_t count)
{
    const struct told told = {.block = block, .count = count};
    slow_block(lane, call, virtual_id, &told);
}

void qp_count_time_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, int block)
{
    bool timed = qp_product_is_timed(call->product);
    const struct told told = {.block = block, .count = timed ? 0 : 1, .timed = timed};
    slow_block(lane, call, virtual_id, &told);
}

void qp_count_bb_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, int block, uint64_t count)
{
    const struct told told = {.block = block, .count = count, .timed = qp_product_is_timed(call->product)};
    slow_block(lane, call, virtual_id, &told);
}

static void count_offset(struct qp_lane *lane, const struct qp_call *call, uint64_t id, int offset)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, call->product);
    const struct qp_method *method = qp_method_find(call->product, id);
    if (!method || !qp_load_acquire(&method->registered)) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_UNKNOWN_METHOD, "%s(%#llx)", call->name, (unsigned long long)id);
        return;
    }
    int index = qp_method_line_index(method, offset);
    struct qp_node *node = qp_frame_node(lane->top);
    struct qp_block_array *array = node->method == id && node->parent != 0
                                       ? qp_block_counts(carrier, call->product, root_of(lane), node)
                                       : qp_block_of(carrier, call->product, root_of(lane), id);
    if (index < 0 || offset < 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_BLOCK, "%s(%#llx, offset %d)", call->name, (unsigned long long)id,
                    offset);
    else if (array)
        add_count(call, array, index, 1);
}

void qp_count_offset(const struct qp_call *call, uint64_t virtual_id, uint64_t method, int offset)
{
    struct qp_lane *lane = qp_slow_take(call, virtual_id);
    if (!lane)
        return;
    if (!is_paused(lane, call->product))
        count_offset(lane, call, method, offset);
    qp_slow_end(lane, call->product);
    qp_run_break(call->product, method, QPROF_BREAK_BLOCK);
}

void qp_count_monitor(const struct qp_call *call, uint64_t virtual_id, bool released)
{
    enum qp_product product = call->product;
    struct qp_lane *lane = qp_slow_take(call, virtual_id);
    if (!lane)
        return;
    struct qp_node *node = top_node(lane, call);
    struct qp_node_extra_record *extra =
        node && !is_paused(lane, product) ? qp_node_extra_of(qp_lane_carrier(lane, product), product, node) : NULL;
    if (extra && released)
        extra->released++;
    else if (extra)
        extra->acquired++;
    qp_slow_end(lane, product);
}
