#include "data/own_cost.h"

#include "base/map.h"

#include <stdlib.h>

/* ---- what an event costs ----------------------------------------------------------------------------------- */

/* A run measures an entry and its exit, as it has them. What is rarer costs as much as a part of these, by
 * bench/own_cost: all such events read the clock once, and those that go in line and those that do not are close in one
 * run. */
static uint64_t tail_call(const struct qp_own_cost *call)
{
    return call->inside + call->outside;
}

/* A virtual thread goes on, and later leaves its carrier. */
static uint64_t resumption(const struct qp_own_cost *call)
{
    return call->inside + call->outside;
}

static uint64_t block_time(const struct qp_own_cost *call)
{
    return (call->inside + call->outside) * 3 / 4;
}

/* ---- what all cost ------------------------------------------------------------------------------------------ */

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

static uint64_t less(uint64_t from, uint64_t what)
{
    return from > what ? from - what : 0;
}

/* A call that ends in a tail call has no exit, and its caller is not returned to. */
static void add_tail_calls(const struct qp_profile *profile, const struct qp_own_cost *call, uint64_t *own)
{
    for (uint32_t i = 0; i < profile->extra_count; i++) {
        const struct qp_profile_extra *extra = &profile->extras[i];
        uint64_t count = extra->tail_calls;
        uint32_t parent = profile->nodes[extra->node].parent;
        own[extra->node] = less(own[extra->node], count * call->inside) + count * tail_call(call);
        if (parent != QP_NONE)
            own[parent] = less(own[parent], count * call->outside);
    }
}

static void add_resumptions(const struct qp_profile *profile, const struct qp_own_cost *call, uint64_t *own)
{
    for (uint32_t i = 0; i < profile->extra_count; i++)
        own[profile->extras[i].node] += profile->extras[i].resumed * resumption(call);
}

/* Times of blocks are told by method and root: each call of the method there told as many. */
static bool add_block_times(const struct qp_profile *profile, const struct qp_own_cost *call, uint64_t *own)
{
    struct qp_map arrays = {0};
    uint64_t *calls = calloc((size_t)profile->array_count + 1, sizeof *calls);
    bool ok = calls;
    for (uint32_t i = 0; i < profile->array_count && ok; i++) {
        const struct qp_profile_array *array = &profile->arrays[i];
        if (array->times && array->events)
            ok = qp_map_put(&arrays, (uint64_t)array->root << 32 | array->method, i + 1) == 0;
    }
    for (int pass = 0; pass < 2 && ok; pass++)
        for (uint32_t i = 0; i < profile->node_count; i++) {
            const struct qp_profile_node *node = &profile->nodes[i];
            uint64_t found =
                node->method == QP_NONE ? 0 : qp_map_get(&arrays, (uint64_t)node->root << 32 | node->method);
            if (found && pass == 0)
                calls[found - 1] += node->calls;
            else if (found && calls[found - 1])
                own[i] += (uint64_t)((double)profile->arrays[found - 1].events * (double)block_time(call) *
                                     ((double)node->calls / (double)calls[found - 1]));
        }
    qp_map_fini(&arrays);
    free(calls);
    return ok;
}

static bool is_of(const struct qp_profile *profile, uint32_t node, enum qp_product product)
{
    uint32_t root = profile->nodes[node].root;
    return root != QP_NONE && profile->roots[root].product == (uint32_t)product;
}

uint64_t *qp_own_cost_nodes(const struct qp_profile *profile, enum qp_product product)
{
    const struct qp_own_cost *call = &profile->reader.header.own_cost[product];
    uint64_t *own = calloc((size_t)profile->node_count + 1, sizeof *own);
    if (!own)
        return NULL;
    if (qp_profile_is_merged(profile)) {
        for (uint32_t i = 0; i < profile->node_count; i++)
            own[i] = is_of(profile, i, product) ? profile->own[i] : 0;
        return own;
    }
    add_calls(profile, call, own);
    add_tail_calls(profile, call, own);
    add_resumptions(profile, call, own);
    if (!add_block_times(profile, call, own)) {
        free(own);
        return NULL;
    }
    for (uint32_t i = 0; i < profile->node_count; i++) {
        own[i] /= QP_OWN_COST_UNIT;
        if (own[i] > profile->nodes[i].self)
            own[i] = profile->nodes[i].self;
    }
    return own;
}

void qp_own_cost_blocks(const struct qp_profile *profile, enum qp_product product, uint64_t events, uint64_t *times,
                        const uint64_t *counts, uint32_t count)
{
    double own = (double)events * (double)block_time(&profile->reader.header.own_cost[product]) / QP_OWN_COST_UNIT;
    double told = 0;
    for (uint32_t i = 0; i < count; i++)
        told += times[i] ? (double)counts[i] : 0;
    for (uint32_t i = 0; i < count && told > 0; i++) {
        uint64_t part = times[i] ? (uint64_t)(own * ((double)counts[i] / told)) : 0;
        times[i] -= part < times[i] ? part : times[i];
    }
}

uint64_t qp_own_cost_duration(uint64_t recorded, uint64_t total, uint64_t recorder)
{
    return recorder == 0 ? recorded : (uint64_t)((double)recorded * ((double)total / (double)(total + recorder)));
}

uint64_t qp_own_cost_spread(const struct qp_profile *profile, enum qp_product product, uint64_t recorder)
{
    const struct qp_own_cost *cost = &profile->reader.header.own_cost[product];
    uint64_t whole = cost->inside + cost->outside;
    if (whole == 0 || cost->most < cost->least)
        return 0;
    return (uint64_t)((double)recorder * ((double)(cost->most - cost->least) / 2 / (double)whole));
}
