#include "core/carrier/lane_run.h"

#include "base/atomic.h"
#include "core/store/process.h"
#include "core/vthread/catch_up.h"
#include "core/tree/context.h"
#include "core/thread/mark.h"
#include "core/vthread/mount.h"
#include "core/thread/processor.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/tree.h"
#include "core/vthread/vthread.h"

#include <string.h>

/* ---- begin ------------------------------------------------------------------------------------------------------- */

static bool begin_cold(struct qp_carrier *carrier, enum qp_product product, struct qp_lane_cold *cold)
{
    const struct qp_run *run = &qp_runs[product];
    uint32_t marks = qp_mark_count(product);
    uint32_t epoch = qp_mark_epoch(product);
    const struct qp_root *root = qp_tree_root(carrier, product, epoch, 0, 0);
    if (!root)
        return false;
    uint32_t reference = qp_store_reference(root);
    if (cold->root != reference)
        cold->fold = qp_tree_make_fold(carrier, root);
    cold->root = reference;
    cold->epoch = epoch;
    cold->marks = marks;
    cold->slow = run->slow | (qp_mark_is_paused(product) ? QP_SLOW_PAUSED : 0);
    cold->before = cold->made = NULL;
    memset(cold->lives, 0, sizeof cold->lives);
    cold->name = cold->group = 0;
    carrier->record->taken[product].node = 0;
    cold->carries = false;
    cold->claims = cold->begins = false;
    cold->loss = (struct qp_lane_loss){0};
    cold->resumer_count = 0;
    cold->entered = QPROF_REASON_RUNNABLE;
    cold->free = cold->free_count = 0;
    cold->ungrouped = 0;
    cold->sample = 0;
    return cold->fold != 0;
}

/* A carrier that goes on with another thread, or in another run in the same file, goes on with the ledger too. Its
 * clock stands then, unless the lane was left behind in an event when the run before ended (lanes.c). */
static void begin_ledger(struct qp_ledger *ledger, uint64_t tick)
{
    ledger->wall += ledger->last - ledger->since;
    qp_store_relaxed(&ledger->arriving, tick);
    ledger->since = tick;
    qp_store_relaxed(&ledger->last, tick);
}

static bool begin_lane(struct qp_carrier *carrier, enum qp_product product)
{
    struct qp_lane *lane = &carrier->lanes[product];
    struct qp_lane_cold *cold = &carrier->cold[product];
    const struct qp_run *run = &qp_runs[product];
    struct qp_context *context = &cold->own;
    struct qp_root *root = qp_store_at(cold->root);
    if (context->frames != 0)
        qp_context_release(context);
    if (!qp_context_reset(context, run->slow & QP_SLOW_MEASURED ? QP_CONTEXT_MEASURED : 0, qp_store_at(root->node)))
        return false;
    qp_context_frames(context)->node = (uint64_t)(uintptr_t)qp_store_at(root->node);
    context->product = (uint8_t)product;
    context->carrier = carrier->number;
    context->epoch = cold->epoch;
    context->state = QP_CONTEXT_RUNNING;
    /* In a run with virtual threads no event may take the own context for a virtual thread of this id. */
    context->owner = run->virtual_threads ? 0 : (uint64_t)(uintptr_t)lane;
    lane->base = qp_store.base;
    qp_context_bind(lane, context);
    lane->virtual_id = 0;
    begin_ledger(&root->ledger, qp_run_tick(product));
    lane->ledger = &root->ledger;
    lane->patience = run->virtual_threads ? qp_load_relaxed(&qp_processor_gap) : UINT32_MAX;
    if (run->virtual_threads && run->timed)
        qp_processor_sample(lane, product, lane->ledger->last);
    carrier->record->lanes[product] = (uint64_t)(uintptr_t)lane;
    qp_store_release(&cold->run, run->number); /* pairs with qp_carrier_each */
    if (run->hooks && run->hooks->attach)
        run->hooks->attach(lane);
    return true;
}

bool qp_lane_run_begin(struct qp_carrier *carrier, enum qp_product product)
{
    return begin_cold(carrier, product, &carrier->cold[product]) && begin_lane(carrier, product);
}

/* ---- end --------------------------------------------------------------------------------------------------------- */

/* Charge the time since the last event to the node on top. */
static void end_lane(struct qp_lane *lane, enum qp_product product)
{
    const struct qp_run *run = &qp_runs[product];
    if (run->timed)
        qp_catch_up_at_end(lane, product, qp_run_tick(product));
    else
        qp_mount_stop(lane, product);
    qp_vthread_give_back(lane, product, 0);
    if (run->hooks && run->hooks->finish)
        run->hooks->finish(lane, true);
}

/* The lane is in no run then. Once its run is finished, its clock stands, and may lie in a file that is not mapped any
 * more. A thread that ends after the run stopped recording, but before it is finished, charges its lane itself: nobody
 * finds the lane afterwards. */
void qp_lane_run_end(struct qp_carrier *carrier, enum qp_product product)
{
    struct qp_lane *lane = &carrier->lanes[product];
    const struct qp_run *run = &qp_runs[product];
    struct qp_lane_cold *cold = &carrier->cold[product];
    qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
    qp_fence_full();
    qp_lane_wait(lane);
    if (cold->run == qp_run_number(product) && lane->base) {
        if (qp_load_acquire(&run->finished) != cold->run) { /* pairs with the end of a run */
            end_lane(lane, product);
            qp_catch_up_stop_clock(lane);
        }
        qp_context_bind(lane, &cold->own);
        qp_lane_close_limits(lane);
    }
    qp_store_release(&cold->run, 0); /* pairs with qp_carrier_each */
    qp_store_release(&lane->busy, QP_LANE_FREE);
}
