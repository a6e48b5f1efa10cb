#include "core/event/sample.h"

#include "core/store/diagnose.h"
#include "core/tree/block.h"
#include "core/vthread/charge.h"
#include "core/vthread/mount.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"

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

/* Charge the ticks since the sample before to what is on top, and to the recorder those since the client has begun to
 * look for it. Returns how many are not the recorder's. */
static uint64_t charge(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    uint64_t before = lane->ledger->last, now = qp_run_tick(product);
    bool looked = cold->sample > before && cold->sample < now;
    qp_charge_until(lane, product, looked ? cold->sample : now);
    uint64_t ticks = lane->ledger->last - before;
    if (looked) {
        cold->slow |= QP_SLOW_RECORDER;
        qp_mount_follow_top(lane, product);
        qp_charge_until(lane, product, now);
        cold->slow &= ~QP_SLOW_RECORDER;
        qp_mount_follow_top(lane, product);
    }
    return ticks;
}

/* Outside of any function there is time, but no function to count it. */
static void take(struct qp_lane *lane, const struct qp_call *call, int block)
{
    struct qp_node *node = qp_frame_node(lane->top);
    uint64_t ticks = charge(lane, call->product);
    if (lane->top == lane->bottom)
        return;
    node->calls++;
    if (block >= 0)
        add_to_block(lane, call, node, block, ticks);
}

void qp_sample_begin(const struct qp_call *call)
{
    struct qp_lane *lane = qp_slow_take(call, 0);
    if (!lane)
        return;
    struct qp_lane_cold *cold = qp_lane_cold(lane, call->product);
    if (cold->slow & QP_SLOW_SAMPLED)
        cold->sample = qp_run_tick(call->product);
    else
        qp_diagnose(call->product, QP_DIAGNOSTIC_NOT_SAMPLED, "%s()", call->name);
    qp_slow_end(lane, call->product);
}

void qp_sample(const struct qp_call *call, uint64_t virtual_id, int block)
{
    enum qp_product product = call->product;
    struct qp_lane *lane = qp_slow_take(call, virtual_id);
    if (!lane)
        return;
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    if (!(cold->slow & QP_SLOW_SAMPLED))
        qp_diagnose(product, QP_DIAGNOSTIC_NOT_SAMPLED, "%s(%d)", call->name, block);
    else if (!(cold->slow & QP_SLOW_PAUSED))
        take(lane, call, block);
    cold->sample = 0;
    qp_slow_end(lane, product);
}
