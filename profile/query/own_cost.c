#include "profile/query/own_cost.h"

#include "base/map.h"

#include <stdlib.h>

static uint64_t less(uint64_t from, uint64_t what)
{
    return from > what ? from - what : 0;
}

/* ---- cost of an event -------------------------------------------------------------------------------------- */

/* Return the cost of a call of the node's method. A wrapper's calls cost more than others (QP_METHOD_WRAPPED). If the
 * run was killed before they were measured, they are assumed to cost as much. */
static const struct qp_own_cost *call_of(const struct qp_profile *profile, const struct qp_profile_node *node,
                                         const struct qp_own_cost *plain)
{
    const struct qp_own_cost *wrapped = &profile->reader.header.wrapper_cost;
    bool is_wrapped = node->method != QP_NONE && profile->methods[node->method].flags & QP_METHOD_WRAPPED;
    return is_wrapped && wrapped->most > 0 ? wrapped : plain;
}

/* Return the cost of a tail call. A run measures only the cost of an entry together with its exit; other events are
 * assumed to cost a fixed fraction of that, as measured by bench/own_cost. This works because each event reads the
 * clock once, and because fast and slow paths cost about the same in one run. */
static uint64_t tail_call(const struct qp_own_cost *call)
{
    return call->inside + call->outside;
}

/* Return the cost of resumptions, switches and announcements in a function. In a file without measured costs, a
 * resumption and a switch cost as much as a call. */
static uint64_t events_of(const struct qp_profile_extra *extra, const struct qp_own_cost *call,
                          const struct qp_event_cost *event)
{
    bool measured = event->resumed != 0 || event->switched != 0;
    uint64_t resumed = measured ? event->resumed : call->inside + call->outside;
    uint64_t switched = measured ? event->switched : call->inside + call->outside;
    return less(extra->resumed, extra->switched) * resumed + extra->switched * switched +
           extra->announced * event->announced;
}

static uint64_t block_time(const struct qp_own_cost *call)
{
    return (call->inside + call->outside) * 3 / 4;
}

/* ---- cost of all events ------------------------------------------------------------------------------------- */

/* Return true if a node's caller is charged with a part of the cost of its calls. Calls that only counters in the code
 * count, as those of small methods of the JVM, are nodes below their root, which did not call them. */
static bool has_caller(const struct qp_profile *profile, const struct qp_profile_node *node)
{
    bool is_counted = node->parent < profile->root_count && node->method != QP_NONE &&
                      profile->methods[node->method].flags & QP_METHOD_LACKS_CALLERS;
    return node->parent != QP_NONE && !is_counted;
}

/* Split the cost of each call: add one part to the called method, and the other part to its caller. */
static void add_calls(const struct qp_profile *profile, const struct qp_own_cost *plain, uint64_t *own)
{
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        const struct qp_own_cost *cost = call_of(profile, node, plain);
        own[i] += node->calls * cost->inside;
        if (has_caller(profile, node))
            own[node->parent] += node->calls * cost->outside;
    }
}

/* Correct the cost of calls that end in a tail call: such a call has no exit event and does not return to its
 * caller. */
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

static void add_events(const struct qp_profile *profile, enum qp_product product, uint64_t *own)
{
    const struct qp_header *header = &profile->reader.header;
    for (uint32_t i = 0; i < profile->extra_count; i++)
        own[profile->extras[i].node] +=
            events_of(&profile->extras[i], &header->own_cost[product], &header->event_cost[product]);
}

/* ---- times of blocks --------------------------------------------------------------------------------------- */

/* Times of blocks are recorded by method and root. Their cost is split over the method's call paths by recorded self
 * time and not by calls, because one call with a long loop has more blocks than a thousand short calls. */
struct block_cost {
    double cost;
    double recorded; /* self time of all call paths of the method, minus all other overhead */
};

static double recorded_by(const struct qp_profile *profile, uint32_t node, const uint64_t *own)
{
    return (double)less(profile->nodes[node].self * QP_OWN_COST_UNIT, own[node]);
}

/* Return a path's part of its method's cost, given the path's recorded time. All paths lose the same fraction of
 * their time, and no path loses more than its time. */
static uint64_t share_of(const struct block_cost *whole, double recorded)
{
    return (uint64_t)(whole->cost < whole->recorded ? recorded * (whole->cost / whole->recorded) : recorded);
}

/* Compute the cost of block times for each root and method whose blocks have times. Add each cost to the map. Return
 * false if out of memory. */
static bool find_block_costs(const struct qp_profile *profile, const struct qp_own_cost *call, struct qp_map *known,
                             struct block_cost *costs)
{
    bool ok = true;
    for (uint32_t i = 0; i < profile->array_count && ok; i++) {
        const struct qp_profile_array *array = &profile->arrays[i];
        if (!array->times || !array->events)
            continue;
        ok = qp_map_put(known, (uint64_t)array->root << 32 | array->method, i + 1) == 0;
        costs[i].cost = (double)array->events * (double)block_time(call);
    }
    return ok;
}

static struct block_cost *cost_at(const struct qp_profile *profile, const struct qp_map *known,
                                  struct block_cost *costs, uint32_t node)
{
    const struct qp_profile_node *it = &profile->nodes[node];
    uint64_t found = it->method == QP_NONE ? 0 : qp_map_get(known, (uint64_t)it->root << 32 | it->method);
    return found ? &costs[found - 1] : NULL;
}

static bool add_block_times(const struct qp_profile *profile, const struct qp_own_cost *call, uint64_t *own)
{
    struct qp_map known = {0};
    struct block_cost *costs = calloc((size_t)profile->array_count + 1, sizeof *costs), *cost;
    bool ok = costs && find_block_costs(profile, call, &known, costs);
    for (uint32_t i = 0; i < profile->node_count && ok && known.count; i++)
        if ((cost = cost_at(profile, &known, costs, i)))
            cost->recorded += recorded_by(profile, i, own);
    for (uint32_t i = 0; i < profile->node_count && ok && known.count; i++)
        if ((cost = cost_at(profile, &known, costs, i)))
            own[i] += share_of(cost, recorded_by(profile, i, own));
    qp_map_fini(&known);
    free(costs);
    return ok;
}

/* ---- all overhead ------------------------------------------------------------------------------------------ */

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
    add_events(profile, product, own);
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
    double counted = 0;
    for (uint32_t i = 0; i < count; i++)
        counted += times[i] ? (double)counts[i] : 0;
    for (uint32_t i = 0; i < count && counted > 0; i++) {
        uint64_t part = times[i] ? (uint64_t)(own * ((double)counts[i] / counted)) : 0;
        times[i] -= part < times[i] ? part : times[i];
    }
}

uint64_t qp_own_cost_duration(uint64_t recorded, uint64_t total, uint64_t recorder)
{
    return recorder == 0 ? recorded : (uint64_t)((double)recorded * ((double)total / (double)(total + recorder)));
}

/* Return half the range of the measured costs of a call, divided by the cost. */
static double error_of(const struct qp_own_cost *cost)
{
    uint64_t whole = cost->inside + cost->outside;
    if (whole == 0 || cost->most < cost->least)
        return 0;
    return (double)(cost->most - cost->least) / 2 / (double)whole;
}

uint64_t qp_own_cost_spread(const struct qp_profile *profile, enum qp_product product, uint64_t recorder)
{
    const struct qp_header *header = &profile->reader.header;
    double plain = error_of(&header->own_cost[product]);
    double wrapped = product == QP_VT ? error_of(&header->wrapper_cost) : 0;
    return (uint64_t)((double)recorder * (wrapped > plain ? wrapped : plain));
}
