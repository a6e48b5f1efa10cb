#include "core/event/count.h"

#include "base/atomic.h"
#include "core/store/diagnose.h"
#include "core/tree/block.h"
#include "core/vthread/charge.h"
#include "core/method/method.h"
#include "core/tree/node_extra.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"

/* Return the node on top. If the stack is empty, count the misuse and return NULL. */
static struct qp_node *top_node(const struct qp_tstate *tstate, const struct qp_call *call)
{
    if (tstate->top != tstate->bottom)
        return qp_frame_node(tstate->top);
    qp_run_diagnose(call->product, QP_DIAGNOSTIC_EMPTY_STACK, "%s", call->name);
    return NULL;
}

static bool is_paused(struct qp_tstate *tstate, enum qp_product product)
{
    return (qp_tstate_cold(tstate, product)->slow & QP_SLOW_PAUSED) != 0;
}

static void switch_to_cycles(enum qp_product product, uint64_t id)
{
    if (qp_method_flags(product, id) & QP_METHOD_CYCLES)
        return;
    qp_cold_lock();
    qp_method_flag(product, id, QP_METHOD_CYCLES);
    qp_cold_unlock();
}

void qp_count_cycles(const struct qp_call *call, uint64_t virtual_id, uint64_t cycles)
{
    enum qp_product product = call->product;
    struct qp_tstate *tstate = qp_slow_take(call, virtual_id);
    if (!tstate)
        return;
    struct qp_node *node = top_node(tstate, call);
    if (node && !is_paused(tstate, product)) {
        struct qp_node_extra_record *extra = qp_node_extra_of(qp_tstate_carrier(tstate, product), product, node);
        if (extra)
            extra->cycles += cycles;
        if (qp_runs[product].virtual_threads)
            qp_or_relaxed(&node->flags, QP_NODE_CYCLES); /* qp_slow_end then updates the virtual thread's state */
        switch_to_cycles(product, node->method);
    }
    qp_slow_end(tstate, product);
}

/* ---- allocations ----------------------------------------------------------------------------------------- */

bool qp_count_is_own_allocation(const struct qp_tstate *tstate, enum qp_product product)
{
    return tstate != &qp_tstate_off[product] || qp_occupy_is();
}

/* Add what a block of the node's method allocated. */
static void allocate_in_block(struct qp_tstate *tstate, const struct qp_call *call, const struct qp_node *node,
                              const struct qp_allocation *allocation)
{
    const uint64_t amounts[] = {allocation->bytes, allocation->objects, 1};
    uint32_t block = (uint32_t)allocation->block;
    struct qp_block_array *array = qp_block_of(tstate, call->product, node->method, QP_BLOCKS_BYTES);
    if (!array || block >= array->count) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_BLOCK, "%s(%d) of %u blocks", call->name, allocation->block,
                    array ? array->count : 0);
        return;
    }
    for (unsigned i = 0; array && i < sizeof amounts / sizeof *amounts; i++) {
        if (i > 0)
            array = qp_block_next(tstate, call->product, array, QP_BLOCKS_BYTES + i);
        if (array)
            array->values[block] += amounts[i];
    }
}

/* If the stack is empty, the root's node gets the allocation. */
void qp_count_allocate(struct qp_tstate *tstate, const struct qp_call *call, const struct qp_allocation *allocation)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, call->product);
    struct qp_node *node = qp_frame_node(tstate->top);
    if (allocation->block >= 0 && tstate->top != tstate->bottom)
        allocate_in_block(tstate, call, node, allocation);
    if (allocation->type)
        node = qp_tree_get(carrier, call->product, node, allocation->type);
    struct qp_node_extra_record *extra = qp_node_extra_of(carrier, call->product, node);
    if (extra)
        qp_node_extra_allocate(extra, allocation->bytes, allocation->objects);
}

void qp_count_allocation_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                              const struct qp_allocation *allocation)
{
    tstate = qp_slow_begin(tstate, call, virtual_id);
    if (!tstate)
        return;
    if (!is_paused(tstate, call->product))
        qp_count_allocate(tstate, call, allocation);
    qp_slow_end(tstate, call->product);
}

/* ---- blocks ---------------------------------------------------------------------------------------------- */

/* Add to a block's count. If the block does not exist, count the misuse and return false. */
static bool add_count(const struct qp_call *call, struct qp_block_array *array, int block, uint64_t count)
{
    bool known = block >= 0 && (uint32_t)block < array->count;
    if (known)
        array->values[block] += count;
    else
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_BLOCK, "%s(%d) of %u blocks", call->name, block, array->count);
    return known;
}

static void add_time(struct qp_tstate *tstate, enum qp_product product, struct qp_block_array *counts, int block)
{
    uint64_t before = tstate->ledger->last;
    qp_charge(tstate, product);
    struct qp_block_array *times = qp_block_next(tstate, product, counts, QP_BLOCKS_TICKS);
    if (!times)
        return;
    times->events++;
    times->values[block] += tstate->ledger->last - before;
}

/* Add to the count of a block of the node's method. Return the array of counts. If the block does not exist, count
 * the misuse and return NULL. */
static struct qp_block_array *count_block(struct qp_tstate *tstate, const struct qp_call *call, struct qp_node *node,
                                          int block, uint64_t count)
{
    struct qp_block_array *array = qp_block_counts(tstate, call->product, node);
    if (!array)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_BLOCK, "%s(%d) of a method without blocks", call->name, block);
    return array && add_count(call, array, block, count) ? array : NULL;
}

/* Return true if the event can be skipped, since nothing is counted during a pause. Thanks to this test an event
 * during a pause takes 7 ns instead of the 31 ns of the slow path. */
static bool is_skipped(const struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id)
{
    if (!tstate || tstate->top == tstate->bottom)
        return false;
    if (qp_load_relaxed(&tstate->paused_limit))
        return call->flavour != QP_VIRTUAL;
    return qp_load_relaxed(&tstate->paused_virtual_limit) &&
           (call->flavour == QP_EITHER ? qp_tstate_has(tstate)
                                       : call->flavour == QP_VIRTUAL && qp_hot_mounted(tstate, virtual_id));
}

void qp_count_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id, int block, uint64_t count,
                   bool timed)
{
    if (is_skipped(tstate, call, virtual_id)) {
        qp_tstate_end(tstate);
        return;
    }
    tstate = qp_slow_begin(tstate, call, virtual_id);
    if (!tstate)
        return;
    struct qp_node *node = top_node(tstate, call);
    uint64_t method = node ? node->method : 0;
    struct qp_block_array *array =
        node && !is_paused(tstate, call->product) ? count_block(tstate, call, node, block, count) : NULL;
    if (array && timed)
        add_time(tstate, call->product, array, block);
    qp_slow_end(tstate, call->product);
    qp_run_break(call->product, method, QPROF_BREAK_BLOCK);
}

static void count_offset(struct qp_tstate *tstate, const struct qp_call *call, uint64_t id, int offset)
{
    const struct qp_method *method = qp_method_find(call->product, id);
    if (!method || !qp_load_acquire(&method->registered)) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_UNKNOWN_METHOD, "%s(%#llx)", call->name, (unsigned long long)id);
        return;
    }
    int index = qp_method_line_index(method, offset);
    struct qp_node *node = qp_frame_node(tstate->top);
    struct qp_block_array *array = node->method == id && node->parent != 0
                                       ? qp_block_counts(tstate, call->product, node)
                                       : qp_block_of(tstate, call->product, id, QP_BLOCKS_EXECUTIONS);
    if (index < 0 || offset < 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_BLOCK, "%s(%#llx, offset %d)", call->name, (unsigned long long)id,
                    offset);
    else if (array)
        add_count(call, array, index, 1);
}

void qp_count_offset(const struct qp_call *call, uint64_t virtual_id, uint64_t method, int offset)
{
    struct qp_tstate *tstate = qp_slow_take(call, virtual_id);
    if (!tstate)
        return;
    if (!is_paused(tstate, call->product))
        count_offset(tstate, call, method, offset);
    qp_slow_end(tstate, call->product);
    qp_run_break(call->product, method, QPROF_BREAK_BLOCK);
}

void qp_count_monitor(const struct qp_call *call, uint64_t virtual_id, bool released)
{
    enum qp_product product = call->product;
    struct qp_tstate *tstate = qp_slow_take(call, virtual_id);
    if (!tstate)
        return;
    struct qp_node *node = top_node(tstate, call);
    struct qp_node_extra_record *extra = node && !is_paused(tstate, product)
                                             ? qp_node_extra_of(qp_tstate_carrier(tstate, product), product, node)
                                             : NULL;
    if (extra && released)
        extra->released++;
    else if (extra)
        extra->acquired++;
    qp_slow_end(tstate, product);
}
