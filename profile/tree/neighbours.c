#include "profile/tree/neighbours.h"

#include "base/order.h"

#include <stdlib.h>

struct search {
    const struct qp_query *query;
    uint32_t method;
    struct qp_neighbour *sums; /* array of sums, indexed by the number of a method, thread, group or folded call
                                * path, or of the function itself */
    uint32_t *owners;          /* for each node: number of the sum to which its time is added; QP_NONE = the node is
                                * not below the function */
};

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* Return the number of the function itself: one more than the largest number that qp_query_owner returns. */
static uint32_t own_number(const struct qp_profile *profile)
{
    return profile->method_count + profile->thread_count + profile->group_count + 1;
}

static void name(struct qp_neighbour *neighbour, const struct qp_profile *profile, uint32_t number)
{
    const uint32_t counts[] = {profile->method_count, profile->thread_count, profile->group_count, 1, 1};
    int kind = QP_NEIGHBOUR_METHOD;
    while (number >= counts[kind])
        number -= counts[kind++];
    neighbour->kind = (enum qp_neighbour_kind)kind;
    neighbour->index = number;
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

static void add_caller(struct search *search, uint32_t node)
{
    const struct qp_profile_node *it = &search->query->profile->nodes[node];
    bool below = it->parent != QP_NONE && search->owners[it->parent] != QP_NONE;
    search->owners[node] = below || it->method == search->method ? search->method : QP_NONE;
    if (it->method != search->method || it->parent == QP_NONE)
        return;
    struct qp_neighbour *sum = &search->sums[qp_query_owner(search->query, it->parent)];
    sum->calls += it->calls;
    sum->total += below ? 0 : search->query->nodes[node].total;
    sum->elapsed += below ? 0 : qp_query_elapsed(search->query, node);
}

static void add_callee(struct search *search, uint32_t node)
{
    const struct qp_profile_node *it = &search->query->profile->nodes[node];
    uint32_t own = own_number(search->query->profile);
    uint32_t above = it->parent == QP_NONE ? QP_NONE : search->owners[it->parent];
    uint32_t owner = above;
    if (it->method == search->method && above == QP_NONE)
        owner = own;
    else if (it->method != search->method && above == own)
        owner = qp_query_owner(search->query, node);
    search->owners[node] = owner;
    if (owner == QP_NONE)
        return;
    const struct qp_node_parts parts = qp_query_parts(search->query, node);
    search->sums[owner].total += parts.self;
    search->sums[owner].elapsed += parts.self + parts.runnable + parts.blocked + parts.waiting;
    if (it->parent != QP_NONE && search->query->profile->nodes[it->parent].method == search->method)
        search->sums[qp_query_owner(search->query, node)].calls += it->calls;
}

static int by_time(const void *left, const void *right)
{
    const struct qp_neighbour *a = left, *b = right;
    return QP_ORDER({b->total, a->total}, {b->elapsed, a->elapsed}, {b->calls, a->calls}, {a->kind, b->kind},
                    {a->index, b->index});
}

/* Keep the sums that are not empty as the result. */
static void take(struct qp_neighbours *neighbours, const struct search *search)
{
    uint32_t count = own_number(search->query->profile) + 1;
    *neighbours = (struct qp_neighbours){.items = search->sums};
    for (uint32_t i = 0; i < count; i++) {
        struct qp_neighbour it = search->sums[i];
        if (!it.calls && !it.elapsed && !it.total)
            continue;
        name(&it, search->query->profile, i);
        neighbours->items[neighbours->count++] = it;
        neighbours->all.calls += it.calls;
        neighbours->all.total += it.total;
        neighbours->all.elapsed += it.elapsed;
    }
    qsort(neighbours->items, neighbours->count, sizeof *neighbours->items, by_time);
}

bool qp_neighbours_open(struct qp_neighbours *neighbours, const struct qp_query *query, uint32_t method,
                        enum qp_neighbours_side side)
{
    const struct qp_profile *profile = query->profile;
    struct search search = {
        .query = query,
        .method = method,
        .sums = calloc((size_t)own_number(profile) + 1, sizeof *search.sums),
        .owners = malloc(((size_t)profile->node_count + 1) * sizeof *search.owners),
    };
    bool ok = search.sums && search.owners;
    for (uint32_t i = 0; ok && i < profile->node_count; i++) {
        search.owners[i] = QP_NONE;
        if (!qp_query_has_node(query, i))
            continue;
        if (side == QP_NEIGHBOURS_CALLERS)
            add_caller(&search, i);
        else
            add_callee(&search, i);
    }
    free(search.owners);
    if (ok)
        take(neighbours, &search);
    else
        free(search.sums);
    return ok;
}

void qp_neighbours_close(struct qp_neighbours *neighbours)
{
    free(neighbours->items);
    *neighbours = (struct qp_neighbours){0};
}
