#include "core/carrier/tstate_run.h"

#include "base/atomic.h"
#include "core/vthread/catch_up.h"
#include "core/tree/context.h"
#include "core/method/interval.h"
#include "core/thread/mark.h"
#include "core/thread/occupy.h"
#include "core/vthread/mount.h"
#include "core/thread/processor.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/tree.h"
#include "core/vthread/vthread.h"

#include <string.h>

/* ---- begin ------------------------------------------------------------------------------------------------------- */

static bool begin_cold(struct qp_carrier *carrier, enum qp_product product, struct qp_tstate_cold *cold)
{
    const struct qp_run_settings *run = &qp_runs[product];
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
    cold->name = cold->group = cold->group_name = 0;
    carrier->record->taken[product].node = 0;
    cold->carries = false;
    cold->claims = cold->begins = false;
    cold->loss = (struct qp_tstate_loss){0};
    cold->resumer_count = 0;
    cold->entered = QPROF_REASON_RUNNABLE;
    cold->free = cold->free_count = 0;
    cold->ungrouped = 0;
    cold->named = 0;
    cold->sample = 0;
    return cold->fold != 0;
}

/* Restart the clock of a root's ledger. An earlier thread on this carrier, or an earlier run in the same file, may
 * have used the ledger. The clock was stopped at the end of that thread or run, unless the thread was stuck inside an
 * event when the run ended (`left_behind`, safepoint.c). */
static void begin_ledger(struct qp_ledger *ledger, uint64_t tick)
{
    ledger->wall += ledger->last - ledger->since;
    qp_store_relaxed(&ledger->arriving, tick);
    ledger->since = tick;
    qp_store_relaxed(&ledger->last, tick);
}

static bool begin_tstate(struct qp_carrier *carrier, enum qp_product product)
{
    struct qp_tstate *tstate = &carrier->tstates[product];
    struct qp_tstate_cold *cold = &carrier->cold[product];
    const struct qp_run_settings *run = &qp_runs[product];
    struct qp_context *context = &cold->own;
    struct qp_root *root = qp_store_at(cold->root);
    if (context->frames != 0)
        qp_context_release(context);
    if (!qp_context_reset(context, product, run->slow & QP_SLOW_MEASURED ? QP_CONTEXT_MEASURED : 0,
                          qp_store_at(root->node)))
        return false;
    qp_context_frames(context)->node = (uint64_t)(uintptr_t)qp_store_at(root->node);
    context->carrier = carrier->number;
    context->epoch = cold->epoch;
    context->named = 0;
    context->state = QP_CONTEXT_RUNNING;
    /* In a run with virtual threads the thread's own context has no owner, so that no event mistakes it for the
     * virtual thread with id 0. */
    context->owner = run->virtual_threads ? 0 : (uint64_t)(uintptr_t)tstate;
    tstate->base = qp_store.base;
    qp_context_bind(tstate, context);
    tstate->virtual_id = 0;
    begin_ledger(&root->ledger, qp_run_tick(product));
    tstate->ledger = &root->ledger;
    tstate->patience = run->virtual_threads ? qp_load_relaxed(&qp_processor_gap) : UINT32_MAX;
    if (run->virtual_threads && run->timed)
        qp_processor_sample(tstate, product, tstate->ledger->last);
    carrier->record->tstates[product] = (uint64_t)(uintptr_t)tstate;
    qp_store_release(&cold->run, run->number); /* pairs with qp_carrier_each */
    qp_run_hook(product, attach, tstate);
    return true;
}

bool qp_tstate_run_begin(struct qp_carrier *carrier, enum qp_product product)
{
    return begin_cold(carrier, product, &carrier->cold[product]) && begin_tstate(carrier, product);
}

/* ---- end --------------------------------------------------------------------------------------------------------- */

/* End the interval in which the thread had a named context. */
static void leave_named(struct qp_tstate *tstate, enum qp_product product)
{
    uint16_t *named = &qp_tstate_cold(tstate, product)->named;
    if (*named == 0)
        return;
    qp_cold_lock();
    qp_interval_change(product, named, 0);
    qp_cold_unlock();
}

/* Charge the time since the last event to the node on top, and unmount the mounted context. */
static void end_tstate(struct qp_tstate *tstate, enum qp_product product)
{
    if (qp_runs[product].timed)
        qp_catch_up_at_end(tstate, product, qp_run_tick(product));
    else
        qp_mount_stop(tstate, product);
    qp_vthread_give_back(tstate, product, 0);
    leave_named(tstate, product);
    qp_run_hook(product, finish, tstate, true);
}

/* If the run is finished (qp_run_settings.finished), the thread state's clock is stopped already, and its ledger may
 * lie in a file that is no longer mapped. If the run has stopped recording but is not finished, this function must
 * charge the last ticks, since the end of the run no longer finds this thread state. */
void qp_tstate_run_end(struct qp_carrier *carrier, enum qp_product product)
{
    struct qp_tstate *tstate = &carrier->tstates[product];
    const struct qp_run_settings *run = &qp_runs[product];
    struct qp_tstate_cold *cold = &carrier->cold[product];
    qp_store_relaxed(&tstate->busy, QP_TSTATE_BUSY);
    qp_fence_full();
    qp_tstate_wait(tstate);
    if (cold->run == qp_run_number(product) && tstate->base) {
        if (qp_load_acquire(&run->finished) != cold->run) { /* pairs with the store at the end of a run */
            end_tstate(tstate, product);
            qp_catch_up_stop_clock(tstate);
        }
        qp_context_bind(tstate, &cold->own);
        qp_tstate_close_limits(tstate);
    }
    qp_store_release(&cold->run, 0); /* pairs with qp_carrier_each */
    qp_store_release(&tstate->busy, QP_TSTATE_FREE);
}
