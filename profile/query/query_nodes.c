/* query_nodes.c - numbers of single nodes, and their sums (query.h). */
#include "profile/query/query.h"

#include "base/order.h"
#include "profile/query/own_cost.h"

/* Return a node's suspended time: the recorded time, and the open time of virtual threads still suspended in it. */
static struct qp_suspended suspended_in(const struct qp_query *query, const struct qp_profile_extra *extra)
{
    const struct qp_suspended *open = query->selection.phase ? &extra->in_phase : &extra->open;
    const struct qp_suspended *recorded = &extra->suspended;
    return (struct qp_suspended){recorded->blocked + open->blocked, recorded->waiting + open->waiting,
                                 recorded->runnable + open->runnable};
}

struct qp_node_parts qp_query_parts(const struct qp_query *query, uint32_t index)
{
    const struct qp_profile_node *node = &query->profile->nodes[index];
    const struct qp_node_spent spent = qp_query_spent(query, index);
    struct qp_node_parts parts = {node->calls, spent.self, 0, spent.blocked, spent.waiting, spent.uncounted, 0, {0}};
    const struct qp_profile_extra *extra = qp_profile_extra(query->profile, index);
    if (extra) {
        const struct qp_suspended suspended = suspended_in(query, extra);
        parts.runnable = suspended.runnable;
        parts.blocked += suspended.blocked;
        parts.waiting += suspended.waiting;
        parts.cycles = extra->cycles;
        parts.allocated = extra->allocated;
    }
    return parts;
}

struct qp_totals qp_query_node(const struct qp_query *query, uint32_t index)
{
    const struct qp_profile_node *node = &query->profile->nodes[index];
    const struct qp_node_spent spent = qp_query_spent(query, index);
    struct qp_totals parts = {.calls = node->calls};
    qp_query_add_spent(&parts, &spent);
    const struct qp_profile_extra *extra = qp_profile_extra(query->profile, index);
    if (extra) {
        parts.estimated = (node->flags & QP_NODE_ESTIMATED) != 0;
        if (qp_query_is_sampled(query) && qp_query_is_wait(query, node->method))
            parts.counted = extra->resumed;
        const struct qp_suspended suspended = suspended_in(query, extra);
        parts.blocked += suspended.blocked;
        parts.waiting += suspended.waiting;
        parts.runnable = suspended.runnable;
        parts.cycles = extra->cycles;
        parts.acquired = extra->acquired;
        parts.released = extra->released;
        parts.allocated = extra->allocated;
        parts.measured = extra->measured;
        if (extra->measured && query->rare) { /* `rare` is NULL if no chosen node has measured calls */
            const struct qp_node_rare *with = &query->rare[index];
            parts.minimum = qp_own_cost_duration(extra->minimum, with->elapsed, with->recorder);
            parts.maximum = qp_own_cost_duration(extra->maximum, with->elapsed, with->recorder);
        }
    }
    parts.elapsed = parts.self + parts.runnable + parts.blocked + parts.waiting;
    return parts;
}

uint32_t qp_query_owner(const struct qp_query *query, uint32_t node)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_profile_node *it = &profile->nodes[node];
    const struct qp_profile_root *root = &profile->roots[it->root];
    if (it->method != QP_NONE)
        return it->method;
    if (it->parent != QP_NONE)
        return profile->method_count + profile->thread_count + profile->group_count;
    return profile->method_count + (root->group == QP_NONE ? root->thread : profile->thread_count + root->group);
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

void qp_totals_add(struct qp_totals *sum, const struct qp_totals *parts)
{
    sum->calls += parts->calls;
    sum->counted += parts->counted;
    sum->self += parts->self;
    sum->total += parts->total;
    sum->elapsed += parts->elapsed;
    sum->runnable += parts->runnable;
    sum->blocked += parts->blocked;
    sum->waiting += parts->waiting;
    sum->uncounted += parts->uncounted;
    sum->cycles += parts->cycles;
    sum->acquired += parts->acquired;
    sum->released += parts->released;
    qp_allocated_add(&sum->allocated, &parts->allocated);
    sum->outside += parts->outside;
    sum->scheduler += parts->scheduler;
    sum->idle += parts->idle;
    sum->recorder += parts->recorder;
    sum->paused += parts->paused;
    sum->wall += parts->wall;
    sum->estimated |= parts->estimated;
    if (parts->measured) {
        if (!sum->measured || parts->minimum < sum->minimum)
            sum->minimum = parts->minimum;
        qp_raise_to(&sum->maximum, parts->maximum);
        sum->measured += parts->measured;
    }
}

bool qp_totals_is_nothing(const struct qp_totals *totals)
{
    return !(totals->calls | totals->counted | totals->self | totals->total | totals->elapsed | totals->runnable |
             totals->blocked | totals->waiting | totals->uncounted | totals->cycles | totals->acquired |
             totals->released | totals->recorder | totals->allocated.events);
}
