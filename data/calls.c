#include "data/calls.h"

#include "data/links.h"

#include <stdlib.h>
#include <string.h>

/* Callers by number: methods, then carriers, then groups. */
struct search {
    struct qp_calls *calls;
    const struct qp_query *query;
    uint32_t callers;
    uint32_t *edge_of;     /* by node; QP_NONE = none leads to it */
    uint64_t *calls_below; /* by node, with its own; NULL = the query has time */
    uint32_t *open;        /* by edge: how often it is open */
    uint32_t *open_method; /* by method: the same */
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

static uint32_t callee_of(const struct search *search, uint32_t node)
{
    return node_at(search, node)->method;
}

static uint32_t caller_of(const struct search *search, uint32_t node)
{
    const struct qp_profile *profile = search->query->profile;
    const struct qp_profile_node *parent = node_at(search, node_at(search, node)->parent);
    const struct qp_profile_root *root = &profile->roots[parent->root];
    if (parent->method != QP_NONE)
        return parent->method;
    return profile->method_count + (root->group == QP_NONE ? root->thread : profile->thread_count + root->group);
}

/* Nodes in the order of a number that each has, those of one number as they were. */
static bool sort_by(const struct search *search, uint32_t (*number_of)(const struct search *search, uint32_t node),
                    const uint32_t *nodes, uint32_t *sorted, uint32_t count)
{
    uint32_t *places = calloc((size_t)search->callers + 1, sizeof *places);
    for (uint32_t i = 0; places && i < count; i++)
        places[number_of(search, nodes[i]) + 1]++;
    for (uint32_t i = 0; places && i < search->callers; i++)
        places[i + 1] += places[i];
    for (uint32_t i = 0; places && i < count; i++)
        sorted[places[number_of(search, nodes[i])]++] = nodes[i];
    free(places);
    return places;
}

static bool is_same_edge(const struct search *search, uint32_t node, uint32_t other)
{
    return caller_of(search, node) == caller_of(search, other) && callee_of(search, node) == callee_of(search, other);
}

/* An edge for each run of nodes with the same caller and callee. */
static bool make_edges(struct search *search, const uint32_t *sorted, uint32_t count)
{
    const struct qp_profile *profile = search->query->profile;
    struct qp_calls *calls = search->calls;
    uint32_t edges = 0, tops = 0, edge = QP_NONE;
    for (uint32_t i = 0; i < count; i++) {
        if (i && is_same_edge(search, sorted[i - 1], sorted[i]))
            continue;
        edges++;
        tops += caller_of(search, sorted[i]) >= profile->method_count;
    }
    calls->items = calloc((size_t)edges + 1, sizeof *calls->items);
    calls->tops = calloc((size_t)tops + 1, sizeof *calls->tops);
    calls->first_top = edges - tops;
    calls->count = edges;
    for (uint32_t i = 0; calls->items && calls->tops && i < count; i++) {
        uint32_t caller = caller_of(search, sorted[i]);
        bool is_top = caller >= profile->method_count;
        edge += !i || !is_same_edge(search, sorted[i - 1], sorted[i]);
        struct qp_call *call = &calls->items[edge];
        call->caller = is_top ? QP_NONE : caller;
        call->callee = callee_of(search, sorted[i]);
        call->calls += node_at(search, sorted[i])->calls;
        search->edge_of[sorted[i]] = edge;
        if (is_top) {
            const struct qp_profile_root *root = &profile->roots[node_at(search, sorted[i])->root];
            calls->tops[edge - calls->first_top] =
                (struct qp_call_top){root->group == QP_NONE ? root->thread : QP_NONE, root->group};
        }
    }
    return calls->items && calls->tops;
}

static bool find_edges(struct search *search)
{
    uint32_t nodes = search->query->profile->node_count, count = 0;
    uint32_t *found = malloc(((size_t)nodes + 1) * sizeof *found);
    uint32_t *sorted = malloc(((size_t)nodes + 1) * sizeof *sorted);
    bool ok = found && sorted;
    for (uint32_t i = 0; ok && i < nodes; i++) {
        search->edge_of[i] = QP_NONE;
        if (has_edge(search, i))
            found[count++] = i;
    }
    ok = ok && sort_by(search, callee_of, found, sorted, count) && sort_by(search, caller_of, sorted, found, count) &&
         make_edges(search, found, count);
    free(found);
    free(sorted);
    return ok;
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

static bool count_calls_below(struct search *search)
{
    uint32_t nodes = search->query->profile->node_count;
    search->calls_below = calloc((size_t)nodes + 1, sizeof *search->calls_below);
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
    struct qp_call *call = &search->calls->items[edge];
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
    search->open = calloc((size_t)search->calls->count + 1, sizeof *search->open);
    search->open_method = calloc((size_t)profile->method_count + 1, sizeof *search->open_method);
    if (!search->open || !search->open_method || (search->query->all.elapsed == 0 && !count_calls_below(search)))
        return false;
    if (!qp_links_open(&links, (struct qp_by_node){&profile->nodes->parent, sizeof *profile->nodes},
                       profile->node_count))
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
    struct search search = {
        .calls = calls,
        .query = query,
        .callers = profile->method_count + profile->thread_count + profile->group_count,
        .edge_of = malloc(((size_t)profile->node_count + 1) * sizeof *search.edge_of),
    };
    *calls = (struct qp_calls){0};
    bool ok = search.edge_of && find_edges(&search) && (profile->node_count == 0 || add_times(&search));
    free(search.edge_of);
    free(search.calls_below);
    free(search.open);
    free(search.open_method);
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
