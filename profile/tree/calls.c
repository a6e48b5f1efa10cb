#include "profile/tree/calls.h"

#include "base/map.h"
#include "base/order.h"
#include "base/scratch.h"
#include "format/array.h"
#include "profile/query/links.h"

#include <stdlib.h>

struct search {
    struct qp_calls *calls;
    const struct qp_query *query;
    uint32_t *edge_of;     /* for each node: index of the edge that leads to it; QP_NONE = none */
    uint64_t *calls_below; /* for each node: calls of the node and of all nodes below it; NULL if the query has times */
    uint32_t *open;        /* for each edge: number of its calls on the current path */
    uint32_t *open_method; /* for each method: number of its calls on the current path */
    struct qp_scratch scratch;
};

static const struct qp_profile_node *node_at(const struct search *search, uint32_t node)
{
    return &search->query->profile->nodes[node];
}

/* ---- edges ------------------------------------------------------------------------------------------------------- */

static bool has_edge(const struct search *search, uint32_t node)
{
    const struct qp_profile_node *it = node_at(search, node);
    if (it->method == QP_NONE || it->parent == QP_NONE || !qp_query_has_node(search->query, node))
        return false;
    return node_at(search, it->parent)->method != QP_NONE || node_at(search, it->parent)->parent == QP_NONE;
}

/* An edge whose position in the result is not known yet. */
struct edge {
    uint32_t caller; /* number of the caller (qp_query_owner), by which the result is sorted */
    uint32_t callee;
    uint32_t found; /* index in the order in which edges were found */
    struct qp_call_top top;
    uint64_t calls;
};

struct edges {
    struct edge *items;
    uint32_t count;
    uint32_t *last;      /* for each callee: index + 1 of the last found edge to the callee. This cache
                          * helps because consecutive nodes of one callee mostly have the same caller */
    struct qp_map known; /* maps caller << 32 | callee to the index of the edge + 1 */
};

static struct edge edge_to(const struct search *search, uint32_t node)
{
    const struct qp_profile_root *root = &search->query->profile->roots[node_at(search, node)->root];
    return (struct edge){.caller = qp_query_owner(search->query, node_at(search, node)->parent),
                         .callee = node_at(search, node)->method,
                         .top = {root->group == QP_NONE ? root->thread : QP_NONE, root->group}};
}

/* Return the index of an edge, which is added if it is new. Return QP_NONE if out of memory. */
static uint32_t find_edge(struct edges *edges, const struct edge *edge)
{
    uint32_t found = edges->last[edge->callee];
    if (found && edges->items[found - 1].caller == edge->caller)
        return found - 1;
    found =
        QP_ARRAY_KEYED(&edges->known, (uint64_t)edge->caller << 32 | edge->callee, &edges->items, &edges->count, *edge);
    edges->last[edge->callee] = found + 1;
    return found;
}

static bool collect_edges(struct search *search, struct edges *edges)
{
    const struct qp_profile *profile = search->query->profile;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        if (!has_edge(search, i))
            continue;
        struct edge edge = edge_to(search, i);
        edge.found = edges->count;
        search->edge_of[i] = find_edge(edges, &edge);
        if (search->edge_of[i] == QP_NONE)
            return false;
        edges->items[search->edge_of[i]].calls += node_at(search, i)->calls;
    }
    return true;
}

static int by_caller(const void *left, const void *right)
{
    const struct edge *a = left, *b = right;
    return QP_ORDER({a->caller, b->caller}, {a->callee, b->callee});
}

/* Sort the edges into the result, and update edge_of. */
static bool sort_edges(struct search *search, struct edges *edges)
{
    const struct qp_profile *profile = search->query->profile;
    struct qp_calls *calls = search->calls;
    size_t capacity = (size_t)edges->count + 1;
    uint32_t *positions = qp_scratch_zeros(&search->scratch, capacity, sizeof *positions);
    calls->items = calloc(capacity, sizeof *calls->items);
    calls->tops = calloc(capacity, sizeof *calls->tops);
    if (!positions || !calls->items || !calls->tops)
        return false;
    qp_sort(edges->items, edges->count, sizeof *edges->items, by_caller);
    for (; calls->count < edges->count; calls->count++) {
        const struct edge *it = &edges->items[calls->count];
        bool is_top = it->caller >= profile->method_count;
        positions[it->found] = calls->count;
        calls->items[calls->count] =
            (struct qp_call_edge){.caller = is_top ? QP_NONE : it->caller, .callee = it->callee, .calls = it->calls};
        calls->first_top += !is_top;
        if (is_top)
            calls->tops[calls->count - calls->first_top] = it->top;
    }
    for (uint32_t i = 0; i < profile->node_count; i++)
        search->edge_of[i] = search->edge_of[i] == QP_NONE ? QP_NONE : positions[search->edge_of[i]];
    return true;
}

static bool find_edges(struct search *search)
{
    struct edges edges = {
        .last = qp_scratch_zeros(&search->scratch, search->query->profile->method_count, sizeof *edges.last)};
    bool ok = edges.last && collect_edges(search, &edges) && sort_edges(search, &edges);
    free(edges.items);
    qp_map_fini(&edges.known);
    return ok;
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

static bool count_calls_below(struct search *search)
{
    uint32_t nodes = search->query->profile->node_count;
    search->calls_below = qp_scratch_zeros(&search->scratch, nodes, sizeof *search->calls_below);
    for (uint32_t i = nodes; search->calls_below && i-- > 0;) {
        uint32_t parent = node_at(search, i)->parent;
        search->calls_below[i] += node_at(search, i)->calls;
        if (parent != QP_NONE)
            search->calls_below[parent] += search->calls_below[i];
    }
    return search->calls_below;
}

static uint64_t total_of(const struct search *search, uint32_t node)
{
    return search->calls_below ? search->calls_below[node] : search->query->nodes[node].total;
}

static void enter(void *of, uint32_t node)
{
    struct search *search = of;
    uint32_t edge = search->edge_of[node], method = node_at(search, node)->method;
    bool is_outermost = method != QP_NONE && search->open_method[method]++ == 0;
    if (edge == QP_NONE)
        return;
    struct qp_call_edge *call = &search->calls->items[edge];
    call->outermost += is_outermost ? total_of(search, node) : 0;
    call->total += search->open[edge]++ == 0 ? total_of(search, node) : 0;
}

static void leave(void *of, uint32_t node)
{
    struct search *search = of;
    uint32_t edge = search->edge_of[node], method = node_at(search, node)->method;
    if (edge != QP_NONE)
        search->open[edge]--;
    if (method != QP_NONE)
        search->open_method[method]--;
}

static bool add_times(struct search *search)
{
    const struct qp_profile *profile = search->query->profile;
    struct qp_links links;
    search->open = qp_scratch_zeros(&search->scratch, search->calls->count, sizeof *search->open);
    search->open_method = qp_scratch_zeros(&search->scratch, profile->method_count, sizeof *search->open_method);
    if (search->scratch.failed || (search->query->all.elapsed == 0 && !count_calls_below(search)))
        return false;
    const uint32_t *parents = profile->node_count ? &profile->nodes->parent : NULL;
    if (!qp_links_open(&links, (struct qp_by_node){parents, sizeof *profile->nodes}, profile->node_count))
        return false;
    for (uint32_t i = 0; i < profile->root_count; i++) {
        if (search->query->selected.roots[i] && profile->roots[i].has_node)
            qp_links_walk(&links, i, enter, leave, search);
    }
    qp_links_close(&links);
    return true;
}

bool qp_calls_open(struct qp_calls *calls, const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    struct search search = {.calls = calls, .query = query};
    *calls = (struct qp_calls){0};
    search.edge_of = qp_scratch_none(&search.scratch, profile->node_count);
    bool ok = search.edge_of && find_edges(&search) && (profile->node_count == 0 || add_times(&search));
    qp_scratch_free(&search.scratch);
    if (!ok)
        qp_calls_close(calls);
    return ok;
}

void qp_calls_close(struct qp_calls *calls)
{
    free(calls->items);
    free(calls->tops);
    *calls = (struct qp_calls){0};
}
