#include "core/vthread/settle.h"

#include "core/tree/context.h"
#include "core/tree/lives.h"
#include "core/thread/mark.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/times.h"
#include "core/tree/tree.h"

/* ---- its time ---------------------------------------------------------------------------------------------- */

/* Count the delay of a virtual thread that resumes. The delay is the number of ticks for which it was runnable. */
static void count_delay(struct qp_carrier *carrier, const struct qp_context *context, uint64_t runnable)
{
    enum qp_product product = (enum qp_product)context->product;
    if (context->group == 0 || qp_settle_state(context) != QP_CONTEXT_RUNNABLE)
        return;
    struct qp_lives_record *lives = qp_lives_search(&carrier->tstates[product], product, context->group);
    if (lives)
        qp_lives_add_delay(lives, runnable);
}

/* Return the edge from the node of this extra record to the node of the context's waker. Return NULL if the waker is
 * not known or there is no room. */
static struct qp_edge_record *edge_to_waker(struct qp_carrier *carrier, const struct qp_context *context,
                                            struct qp_node_extra_record *extra)
{
    uint32_t waker = qp_load_relaxed(&context->waker);
    return waker == 0 ? NULL : qp_node_extra_edge(carrier, (enum qp_product)context->product, extra, waker);
}

/* The virtual thread was suspended from `since` until `woken`, and runnable from then until `until`. If it was not
 * woken, or if it was runnable all the time, one of the two intervals is empty. */
void qp_settle_until(struct qp_carrier *carrier, struct qp_context *context, struct qp_node *node, uint64_t until,
                     enum qp_settle_end end)
{
    enum qp_product product = (enum qp_product)context->product;
    const struct qp_tstate_cold *cold = &carrier->cold[product];
    uint64_t woken = qp_settle_woken(context, until);
    uint64_t suspended = qp_times_recorded(product, cold, context->since, woken);
    uint64_t runnable = qp_times_recorded(product, cold, woken, until);
    bool was_woken = qp_settle_state(context) != QP_CONTEXT_RUNNABLE && woken < until;
    bool resumes = end != QP_SETTLE_STAYS;
    struct qp_node_extra_record *extra =
        node && suspended + runnable > 0 ? qp_node_extra_of(carrier, product, node) : NULL;
    struct qp_edge_record *edge = extra && was_woken && resumes ? edge_to_waker(carrier, context, extra) : NULL;
    qp_settle_resume(context, extra, edge, suspended, runnable, end == QP_SETTLE_SWITCHED);
    if (context->flags & QP_CONTEXT_MEASURED)
        *qp_context_recorded(context) += suspended + runnable;
    if (was_woken)
        qp_store_relaxed(&context->state, QP_CONTEXT_RUNNABLE);
    if (until > context->since)
        qp_store_relaxed(&context->since, until);
    if (resumes)
        count_delay(carrier, context, runnable);
}

/* ---- its frames -------------------------------------------------------------------------------------------- */

void qp_settle_frames(struct qp_carrier *carrier, struct qp_context *context, uint32_t epoch, struct qp_frame *bottom,
                      const struct qp_frame *top)
{
    enum qp_product product = (enum qp_product)context->product;
    if (context->carrier == carrier->number && context->epoch == epoch)
        return; /* the frames are in this tree already */
    if (context->epoch != epoch && context->flags & QP_CONTEXT_MEASURED)
        qp_context_forget_begins(bottom, top);
    bool is_apart = context->group != 0 || (context->named != 0 && !(context->flags & QP_CONTEXT_VIRTUAL));
    const struct qp_root *root =
        is_apart ? qp_tree_root_named(carrier, product, epoch, context->group, context->named) : NULL;
    qp_context_move(carrier, product, context, bottom, top, root ? root : qp_store_at(carrier->cold[product].root));
}

struct qp_node *qp_settle_place(struct qp_carrier *carrier, struct qp_context *context, uint32_t epoch)
{
    struct qp_frame *bottom;
    const struct qp_frame *top = qp_context_stack(context, &bottom);
    qp_settle_frames(carrier, context, epoch, bottom, top);
    return qp_frame_node(top);
}

/* ---- its epochs -------------------------------------------------------------------------------------------- */

/* Return true if the times of the context's epoch are recorded: the run is timed, the virtual thread has a group, and
 * no later clear discards the epoch. */
static bool epoch_counts(const struct qp_context *context)
{
    enum qp_product product = (enum qp_product)context->product;
    return qp_runs[product].timed && context->group != 0 && !qp_mark_is_cleared(product, context->epoch);
}

void qp_settle_end_epoch(struct qp_carrier *carrier, struct qp_context *context, const struct qp_mark *mark,
                         uint64_t tick)
{
    struct qp_root *root = epoch_counts(context) ? qp_tree_root(carrier, (enum qp_product)context->product,
                                                                context->epoch, context->group, 0)
                                                 : NULL;
    if (root)
        qp_lives_add(root, context, false);
    qp_times_restart(context, mark->epoch, tick);
    context->carrier = 0; /* its frames are in no tree of the new epoch yet */
}

/* End the epoch of a parked context at the mark. The context was in its current state until the mark. If the run
 * uses the CPU clock, a mark has no tick, so no time after the context's last event is added. */
static void end_parked(struct qp_carrier *carrier, struct qp_context *context, const struct qp_mark *mark)
{
    if (epoch_counts(context) && !(carrier->cold[context->product].slow & QP_SLOW_CPU))
        qp_settle_until(carrier, context, qp_settle_place(carrier, context, context->epoch), mark->tick,
                        QP_SETTLE_STAYS);
    qp_settle_end_epoch(carrier, context, mark, mark->tick > context->since ? mark->tick : context->since);
}

void qp_settle_epochs(struct qp_carrier *carrier, struct qp_context *context)
{
    enum qp_product product = (enum qp_product)context->product;
    const struct qp_tstate_cold *cold = &carrier->cold[product];
    for (uint32_t i = 0; i < cold->marks && context->epoch != cold->epoch; i++) {
        struct qp_mark mark = qp_mark_get(product, i);
        if (mark.epoch > context->epoch && mark.epoch <= cold->epoch)
            end_parked(carrier, context, &mark);
    }
}

/* ---- resume ------------------------------------------------------------------------------------------------- */

void qp_settle(struct qp_carrier *carrier, struct qp_context *context, uint64_t now, enum qp_settle_end end)
{
    enum qp_product product = (enum qp_product)context->product;
    const struct qp_tstate_cold *cold = &carrier->cold[product];
    bool timed = context->flags & QP_CONTEXT_VIRTUAL && qp_runs[product].timed;
    if (timed)
        qp_settle_epochs(carrier, context);
    if (context->carrier != 0 && context->carrier != carrier->number)
        context->migrations++;
    struct qp_node *node = qp_settle_place(carrier, context, cold->epoch);
    if (timed && !(cold->slow & QP_SLOW_CPU))
        qp_settle_until(carrier, context, context->group == 0 ? NULL : node, now, end);
}
