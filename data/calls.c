#include "data/calls.h"

#include "base/map.h"
#include "data/outermost.h"

#include <stdlib.h>

static bool is_edge(const struct qp_calltree *tree, const struct qp_call_path *path)
{
    return path->method != QP_NONE && path->parent != QP_NONE &&
           (tree->items[path->parent].method != QP_NONE || tree->items[path->parent].parent == QP_NONE);
}

/* The edge that leads to each path; QP_NONE = none. */
static bool find_edges(struct qp_calls *calls, const struct qp_calltree *tree, uint32_t *edge_of)
{
    struct qp_map known = {0};
    bool ok = true;
    for (uint32_t i = 0; i < tree->count && ok; i++) {
        const struct qp_call_path *path = &tree->items[i];
        edge_of[i] = QP_NONE;
        if (!is_edge(tree, path))
            continue;
        uint32_t caller = tree->items[path->parent].method;
        uint64_t key = (uint64_t)caller << 32 | path->method;
        uint64_t edge = qp_map_get(&known, key);
        if (!edge) {
            calls->items[calls->count++] = (struct qp_call){.caller = caller, .callee = path->method};
            edge = calls->count;
            ok = qp_map_put(&known, key, edge) == 0;
        }
        edge_of[i] = (uint32_t)edge - 1;
        calls->items[edge - 1].calls += path->calls;
    }
    qp_map_fini(&known);
    return ok;
}

static int by_caller(const void *left, const void *right)
{
    const struct qp_call *a = left, *b = right;
    if (a->caller != b->caller)
        return a->caller < b->caller ? -1 : 1;
    return (a->callee > b->callee) - (a->callee < b->callee);
}

bool qp_calls_open(struct qp_calls *calls, const struct qp_calltree *tree)
{
    size_t paths = (size_t)tree->count + 1;
    uint32_t *edge_of = malloc(paths * sizeof *edge_of);
    bool *outermost = NULL;
    *calls = (struct qp_calls){.items = malloc(paths * sizeof *calls->items)};
    if (edge_of && calls->items && find_edges(calls, tree, edge_of))
        outermost = qp_outermost((struct qp_by_node){&tree->items->parent, sizeof *tree->items},
                                 (struct qp_by_node){edge_of, sizeof *edge_of}, tree->count, calls->count);
    bool ok = outermost;
    for (uint32_t i = 0; ok && i < tree->count; i++) {
        if (outermost[i])
            calls->items[edge_of[i]].total += tree->items[i].total;
    }
    if (ok && calls->count)
        qsort(calls->items, calls->count, sizeof *calls->items, by_caller);
    free(edge_of);
    free(outermost);
    if (!ok)
        qp_calls_close(calls);
    return ok;
}

void qp_calls_close(struct qp_calls *calls)
{
    free(calls->items);
    *calls = (struct qp_calls){0};
}
