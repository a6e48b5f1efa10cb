/* pruning.c - nodes whose call paths may reach a threshold (calltree.h). */
#include "profile/tree/calltree.h"

#include <stdlib.h>

/* Return the threshold of one node. A merged path may have a node in each tree, so the share is divided by the
 * number of trees. The result is made slightly smaller, so that no node is left out because of rounding. */
static double least_share(const struct qp_query *query, double share)
{
    uint32_t trees = 0;
    for (uint32_t i = 0; i < query->profile->root_count; i++)
        trees += query->selected.roots[i];
    return trees ? share / trees * (1 - 1e-9) : 0;
}

/* For each node, return a sum over the node and all nodes below it: the number of calls if `calls` is true,
 * otherwise the subtracted overhead. Return NULL if out of memory. */
static uint64_t *add_up(const struct qp_query *query, bool calls)
{
    const struct qp_profile_node *nodes = query->profile->nodes;
    uint64_t *sums = calloc((size_t)query->profile->node_count + 1, sizeof *sums);
    for (uint32_t i = query->profile->node_count; sums && i-- > 0;) {
        if (!qp_query_has_node(query, i))
            continue;
        if (!calls)
            sums[i] += nodes[i].self - query->nodes[i].self;
        else if (nodes[i].parent != QP_NONE)
            sums[i] += nodes[i].calls;
        if (nodes[i].parent != QP_NONE)
            sums[nodes[i].parent] += sums[i];
    }
    return sums;
}

bool *qp_pruning_marks(const struct qp_query *query, double share)
{
    const struct qp_totals *all = &query->all;
    double least = least_share(query, share);
    bool by_calls = all->total == 0;
    uint64_t *sums = add_up(query, by_calls);
    bool *marks = sums ? calloc((size_t)query->profile->node_count + 1, sizeof *marks) : NULL;
    for (uint32_t i = 0; marks && i < query->profile->node_count; i++) {
        uint64_t total = query->nodes[i].total;
        if (!qp_query_has_node(query, i))
            continue;
        if (by_calls)
            marks[i] = (double)sums[i] >= least * (double)all->calls;
        else
            marks[i] = (double)total >= least * (double)all->total ||
                       (double)qp_query_elapsed(query, i) >= least * (double)all->elapsed ||
                       (double)(total + sums[i]) >= least * (double)(all->total + query->subtracted);
    }
    free(sums);
    return marks;
}
