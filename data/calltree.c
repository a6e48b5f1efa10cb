#include "data/calltree.h"

#include "base/map.h"

#include <stdlib.h>

/* ---- tops ---------------------------------------------------------------------------------------------------- */

static uint32_t new_path(struct qp_calltree *tree, uint32_t parent, uint32_t method)
{
    struct qp_call_path *path = &tree->items[tree->count];
    *path = (struct qp_call_path){.parent = parent, .method = method, .child = QP_NONE, .sibling = QP_NONE};
    if (parent != QP_NONE) {
        path->sibling = tree->items[parent].child;
        tree->items[parent].child = tree->count;
    }
    return tree->count++;
}

/* Carriers and groups are told apart by the lowest bit. */
static bool make_tops(struct qp_calltree *tree, const struct qp_query *query, bool apart, uint32_t *top_of_root)
{
    const struct qp_profile *profile = query->profile;
    struct qp_map tops = {0};
    bool ok = true;
    for (uint32_t i = 0; i < profile->root_count && ok; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        if (!query->chosen[i])
            continue;
        bool group = root->group != QP_NONE;
        uint64_t key = !apart ? 0 : group ? 2 * (uint64_t)root->group + 1 : 2 * (uint64_t)root->thread;
        uint64_t top = qp_map_get(&tops, key);
        if (!top) {
            tree->threads[tree->tops] = group ? root->group : root->thread;
            tree->groups[tree->tops++] = group;
            top = new_path(tree, QP_NONE, QP_NONE) + 1;
            ok = qp_map_put(&tops, key, top) == 0;
        }
        top_of_root[i] = (uint32_t)top - 1;
    }
    qp_map_fini(&tops);
    return ok;
}

/* ---- paths ------------------------------------------------------------------------------------------------- */

static bool merge_nodes(struct qp_calltree *tree, const struct qp_query *query, uint32_t *path_of_node)
{
    const struct qp_profile *profile = query->profile;
    struct qp_map known = {0};
    bool ok = true;
    for (uint32_t i = profile->root_count; i < profile->node_count && ok; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        if (!qp_query_has_node(query, i))
            continue;
        uint32_t parent = path_of_node[node->parent];
        uint64_t key = (uint64_t)parent << 32 | node->method;
        uint64_t path = qp_map_get(&known, key);
        if (!path) {
            path = new_path(tree, parent, node->method) + 1;
            ok = qp_map_put(&known, key, path) == 0;
        }
        path_of_node[i] = (uint32_t)path - 1;
        struct qp_call_path *it = &tree->items[path - 1];
        struct qp_totals parts = qp_query_node(query, i);
        it->calls += parts.calls;
        it->self += parts.self;
        it->total += query->nodes[i].total;
        it->elapsed += query->nodes[i].elapsed;
        it->estimated |= query->nodes[i].estimated;
        it->runnable += parts.runnable;
        it->blocked += parts.blocked;
        it->waiting += parts.waiting;
    }
    qp_map_fini(&known);
    for (uint32_t i = 0; i < profile->root_count; i++) {
        if (query->chosen[i]) {
            tree->items[path_of_node[i]].total += query->nodes[i].total;
            tree->items[path_of_node[i]].elapsed += query->nodes[i].elapsed;
            tree->items[path_of_node[i]].self += query->nodes[i].self;
        }
    }
    return ok;
}

static void weigh_by_calls(struct qp_calltree *tree)
{
    for (uint32_t i = tree->count; i-- > 0;) {
        struct qp_call_path *path = &tree->items[i];
        path->total += path->calls;
        if (path->parent != QP_NONE)
            tree->items[path->parent].total += path->total;
    }
}

bool qp_calltree_open(struct qp_calltree *tree, const struct qp_query *query, bool apart)
{
    const struct qp_profile *profile = query->profile;
    size_t nodes = (size_t)profile->node_count + 1, roots = (size_t)profile->root_count + 1;
    uint32_t *path_of_node = malloc(nodes * sizeof *path_of_node);
    *tree = (struct qp_calltree){
        .items = malloc(nodes * sizeof *tree->items),
        .threads = malloc(roots * sizeof *tree->threads),
        .groups = malloc(roots * sizeof *tree->groups),
    };
    bool ok = path_of_node && tree->items && tree->threads && tree->groups &&
              make_tops(tree, query, apart, path_of_node) && merge_nodes(tree, query, path_of_node);
    free(path_of_node);
    if (!ok)
        qp_calltree_close(tree);
    else if (query->all.total == 0)
        weigh_by_calls(tree);
    return ok;
}

void qp_calltree_close(struct qp_calltree *tree)
{
    free(tree->items);
    free(tree->threads);
    free(tree->groups);
    *tree = (struct qp_calltree){0};
}

/* ---- children --------------------------------------------------------------------------------------------------- */

static int by_total(const void *left, const void *right, void *items)
{
    const struct qp_call_path *a = (const struct qp_call_path *)items + *(const uint32_t *)left;
    const struct qp_call_path *b = (const struct qp_call_path *)items + *(const uint32_t *)right;
    if (a->total != b->total)
        return a->total > b->total ? -1 : 1;
    if (a->elapsed != b->elapsed)
        return a->elapsed > b->elapsed ? -1 : 1;
    if (a->calls != b->calls)
        return a->calls > b->calls ? -1 : 1;
    return (a->method > b->method) - (a->method < b->method);
}

uint32_t qp_calltree_children(const struct qp_calltree *tree, uint32_t path, uint32_t *array)
{
    uint32_t count = 0;
    for (uint32_t i = tree->items[path].child; i != QP_NONE; i = tree->items[i].sibling) {
        const struct qp_call_path *it = &tree->items[i];
        if (it->calls || it->total || it->self || it->child != QP_NONE)
            array[count++] = i;
    }
    qsort_r(array, count, sizeof *array, by_total, tree->items);
    return count;
}
