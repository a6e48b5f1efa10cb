#include "core/record/sample.h"

#include "core/store/diagnose.h"
#include "core/record/block.h"
#include "core/record/charge.h"
#include "core/record/reason.h"
#include "core/record/run.h"
#include "core/record/slow.h"

static void add_to_block(struct qp_lane *lane, const struct qp_call *call, struct qp_node *node, int block,
                         uint64_t ticks)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, call->product);
    uint32_t root = (uint32_t)qp_frame_node(lane->bottom)->method;
    struct qp_block_array *counts = qp_block_counts(carrier, call->product, root, node);
    if (!counts || (uint32_t)block >= counts->count) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_BLOCK, "%s(%d) of %u blocks", call->name, block,
                    counts ? counts->count : 0);
        return;
    }
    struct qp_block_array *times = qp_block_times(carrier, call->product, counts);
    counts->values[block]++;
    if (times)
        times->values[block] += ticks;
}

/* Outside of any function there is time, but no function to count it. */
static void take(struct qp_lane *lane, const struct qp_call *call, int block)
{
    struct qp_node *node = qp_frame_node(lane->top);
    uint64_t before = lane->ledger->last;
    qp_charge_until(lane, call->product, qp_run_tick(call->product));
    if (lane->top == lane->bottom)
        return;
    node->calls++;
    if (block >= 0)
        add_to_block(lane, call, node, block, lane->ledger->last - before);
}

void qp_sample(const struct qp_call *call, uint64_t virtual_id, int block)
{
    enum qp_product product = call->product;
    struct qp_lane *lane = qp_slow_take(call, virtual_id);
    if (!lane)
        return;
    uint32_t slow = qp_lane_cold(lane, product)->slow;
    if (!(slow & QP_SLOW_SAMPLED))
        qp_diagnose(product, QP_DIAGNOSTIC_NOT_SAMPLED, "%s(%d)", call->name, block);
    else if (!(slow & QP_SLOW_PAUSED))
        take(lane, call, block);
    qp_slow_end(lane, product);
}
