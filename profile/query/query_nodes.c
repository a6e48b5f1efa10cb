#include "profile/query/query_nodes.h"

#include "profile/query/own_cost.h"

/* Return the open suspensions of virtual threads in a node. */
static const struct qp_suspended *open_of(const struct qp_query *query, const struct qp_profile_extra *extra)
{
    return query->selection.phase ? &extra->in_phase : &extra->open;
}

struct qp_node_parts qp_query_parts(const struct qp_query *query, uint32_t index)
{
    const struct qp_profile_node *node = &query->profile->nodes[index];
    const struct qp_node_spent spent = qp_query_spent(query, index);
    struct qp_node_parts parts = {node->calls, spent.self, 0, spent.blocked, spent.waiting, spent.uncounted, 0};
    const struct qp_profile_extra *extra = qp_profile_extra(query->profile, index);
    if (extra) {
        const struct qp_suspended *recorded = &extra->suspended;
        const struct qp_suspended *open = open_of(query, extra);
        parts.runnable = recorded->runnable + open->runnable;
        parts.blocked += recorded->blocked + open->blocked;
        parts.waiting += recorded->waiting + open->waiting;
        parts.cycles = extra->cycles;
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
        const struct qp_suspended *open = open_of(query, extra);
        parts.blocked += extra->suspended.blocked + open->blocked;
        parts.waiting += extra->suspended.waiting + open->waiting;
        parts.runnable = extra->suspended.runnable + open->runnable;
        parts.cycles = extra->cycles;
        parts.acquired = extra->acquired;
        parts.released = extra->released;
        parts.measured = extra->measured;
        if (extra->measured && query->rare) { /* NULL: no selected node has measured calls */
            const struct qp_node_rare *with = &query->rare[index];
            parts.minimum = qp_own_cost_duration(extra->minimum, with->elapsed, with->recorder);
            parts.maximum = qp_own_cost_duration(extra->maximum, with->elapsed, with->recorder);
        }
    }
    parts.elapsed = parts.self + parts.runnable + parts.blocked + parts.waiting;
    return parts;
}
