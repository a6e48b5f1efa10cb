#include "core/vthread/join.h"

#include "core/method/group.h"
#include "core/tree/lives.h"
#include "core/tree/node_extra.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/vthread/settle.h"
#include "core/tree/thread_name.h"
#include "core/tree/times.h"
#include "core/tree/tree.h"

/* Return the reference of the context's group, 0 if there is no room. */
static uint32_t find_group(enum qp_product product, struct qp_tstate_cold *cold, const struct qp_context *context)
{
    struct qp_group_key key = {qp_thread_name_of_group(cold, context), context->creator, context->resumer};
    if (cold->group != 0 && cold->group_name == key.name && cold->group_creator == key.creator &&
        cold->group_resumer == key.resumer)
        return cold->group;
    qp_cold_lock();
    const struct qp_group_record *group = qp_group_get(product, &key);
    qp_cold_unlock();
    cold->group = group ? qp_store_reference(group) : 0;
    cold->group_name = key.name;
    cold->group_creator = key.creator;
    cold->group_resumer = key.resumer;
    return cold->group;
}

/* Add the runnable, blocked and waiting time of a virtual thread that joins its group to `to`, the node of the
 * group's root. */
static void move_times(struct qp_carrier *carrier, enum qp_product product, const struct qp_context *context,
                       struct qp_node *to)
{
    const uint64_t *times = context->times;
    struct qp_node_extra_record *extra = qp_node_extra_of(carrier, product, to);
    if (!extra)
        return;
    extra->runnable += times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)];
    extra->blocked += times[QP_TIME_OF(QP_CONTEXT_BLOCKED)];
    extra->waiting += times[QP_TIME_OF(QP_CONTEXT_WAITING)];
}

struct qp_root *qp_join(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context)
{
    struct qp_tstate_cold *cold = &carrier->cold[product];
    uint32_t group = find_group(product, cold, context);
    struct qp_root *root = group == 0 ? NULL : qp_tree_root(carrier, product, cold->epoch, group, 0);
    if (!root)
        return NULL;
    if (qp_runs[product].timed)
        move_times(carrier, product, context, qp_store_at(root->node));
    context->group = group;
    context->carrier = 0;
    struct qp_lives_record *lives = qp_lives_search(&carrier->tstates[product], product, group);
    if (lives) {
        lives->created++;
        qp_lives_add_delay(lives, context->times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)]);
    }
    return root;
}

void qp_join_mounted(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    struct qp_tstate_cold *cold = &carrier->cold[product];
    const struct qp_root *root = qp_join(carrier, product, tstate->mounted);
    if (!root)
        return;
    qp_frame_node(tstate->bottom)->self -= cold->ungrouped;
    qp_settle_frames(carrier, tstate->mounted, cold->epoch, tstate->bottom, tstate->top);
    qp_frame_node(tstate->bottom)->self += cold->ungrouped;
    cold->ungrouped = 0;
    cold->slow &= ~QP_SLOW_NEW;
}

/* ---- renamed ------------------------------------------------------------------------------------------------- */

bool qp_join_is_renamed(const struct qp_tstate_cold *cold, const struct qp_context *context)
{
    if (context->group == 0)
        return false;
    const struct qp_group_record *group = qp_store_at(context->group);
    return group->name != qp_thread_name_of_group(cold, context);
}

/* Add the virtual thread's times to its old group. They end at this thread state's last tick or, if another thread
 * state has charged the virtual thread until a later tick, at that later tick. */
static void leave_group(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    const struct qp_tstate_cold *cold = &carrier->cold[product];
    uint64_t last = tstate->ledger->last;
    uint64_t now = last > context->since ? last : context->since;
    if (!qp_runs[product].timed)
        return;
    qp_times_advance(product, cold, context, now);
    struct qp_root *root = qp_tree_root(carrier, product, cold->epoch, context->group, 0);
    if (root)
        qp_lives_add(root, context, false);
    qp_times_restart(context, cold->epoch, now);
}

void qp_join_again(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    struct qp_tstate_cold *cold = &carrier->cold[product];
    struct qp_context *context = tstate->mounted;
    uint32_t group = find_group(product, cold, context);
    if (group == 0 || group == context->group || !qp_tree_root(carrier, product, cold->epoch, group, 0))
        return;
    leave_group(tstate, product, context);
    context->group = group;
    context->carrier = 0;
    cold->slice = tstate->ledger->last;
    qp_settle_frames(carrier, context, cold->epoch, tstate->bottom, tstate->top);
}
