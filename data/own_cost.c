#include "data/own_cost.h"

#include <stdlib.h>

/* What each call cost the method itself and its caller. */
static void add_calls(const struct qp_profile *profile, const struct qp_own_cost *cost, uint64_t *own)
{
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        own[i] += node->calls * cost->inside;
        if (node->parent != QP_NONE)
            own[node->parent] += node->calls * cost->outside;
    }
}

uint64_t *qp_own_cost_nodes(const struct qp_profile *profile, enum qp_product product)
{
    const struct qp_own_cost *costs = profile->reader.header.own_cost[product];
    uint64_t *own = calloc((size_t)profile->node_count + 1, sizeof *own);
    if (!own)
        return NULL;
    add_calls(profile, &costs[QP_WAY_CALL], own);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        own[i] /= QP_OWN_COST_UNIT;
        if (own[i] > profile->nodes[i].self)
            own[i] = profile->nodes[i].self;
    }
    return own;
}

uint64_t qp_own_cost_duration(uint64_t recorded, uint64_t total, uint64_t recorder)
{
    return recorder == 0 ? recorded : (uint64_t)((double)recorded * ((double)total / (double)(total + recorder)));
}

uint64_t qp_own_cost_spread(const struct qp_profile *profile, enum qp_product product, uint64_t recorder)
{
    const struct qp_own_cost *cost = &profile->reader.header.own_cost[product][QP_WAY_CALL];
    uint64_t whole = cost->inside + cost->outside;
    if (whole == 0 || cost->most < cost->least)
        return 0;
    return (uint64_t)((double)recorder * ((double)(cost->most - cost->least) / 2 / (double)whole));
}
