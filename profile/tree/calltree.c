#include "profile/tree/calltree.h"

#include "base/map.h"
#include "base/order.h"
#include "base/scratch.h"
#include "profile/query/folding.h"
#include "profile/query/links.h"

#include <stdlib.h>

/* Special values in `paths`. UNPLACED: the node has no path yet. PENDING: the node is in the pending list. */
#define UNPLACED QP_NONE
#define PENDING  (QP_NONE - 1)

struct merging {
    struct qp_calltree *tree;
    const struct qp_query *query;
    const struct qp_calltree_choice *choice;
    uint32_t *paths;           /* for each node: index of its path */
    uint8_t *passed;           /* for each node: bits from passed_at */
    uint32_t *pending;         /* nodes that get their path next; the uppermost node is last */
    struct qp_map known;       /* maps a path and a next step (a method or group) to the index of the longer path + 1 */
    struct qp_folding folding; /* used if recursion is folded */
    bool *marks;               /* for each node: true if the node and its children get paths of their own; NULL = all
                                * nodes do */
    uint32_t marked;           /* number of paths that have a marked node; these paths come before all others */
    struct qp_scratch scratch; /* owns the first three arrays */
};

static uint32_t new_path(struct merging *merging, uint32_t parent, uint32_t method, uint32_t group)
{
    struct qp_calltree *tree = merging->tree;
    struct qp_call_path *path = &tree->items[tree->count];
    *path =
        (struct qp_call_path){.parent = parent, .method = method, .group = group, .child = QP_NONE, .sibling = QP_NONE};
    if (parent != QP_NONE) {
        path->sibling = tree->items[parent].child;
        tree->items[parent].child = tree->count;
    }
    if (merging->choice->fold)
        qp_folding_made(&merging->folding, tree->count, parent);
    return tree->count++;
}

/* ---- tops ---------------------------------------------------------------------------------------------------- */

static bool is_below_owner(const struct merging *merging, uint32_t group)
{
    return group != QP_NONE && merging->choice->shape >= QP_CALLTREE_UNDER_SPAWNER;
}

/* Make the top paths that the tree's shape requires: one for all roots, or one for each carrier and each group. The
 * lowest bit of the key distinguishes groups from carriers. */
static bool make_tops(struct merging *merging)
{
    const struct qp_profile *profile = merging->query->profile;
    struct qp_calltree *tree = merging->tree;
    struct qp_map tops = {0};
    bool ok = true;
    for (uint32_t i = 0; i < profile->root_count && ok; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        if (!merging->query->selected.roots[i])
            continue;
        bool apart = merging->choice->shape == QP_CALLTREE_APART, group = root->group != QP_NONE;
        uint64_t key = !apart ? 0 : group ? 2 * (uint64_t)root->group + 1 : 2 * (uint64_t)root->thread;
        uint64_t top = qp_map_get(&tops, key);
        if (!top) {
            tree->threads[tree->tops] = group ? root->group : root->thread;
            tree->groups[tree->tops++] = group;
            top = new_path(merging, QP_NONE, QP_NONE, QP_NONE) + 1;
            ok = qp_map_put(&tops, key, top) == 0;
        }
        if (!is_below_owner(merging, root->group))
            merging->paths[i] = (uint32_t)top - 1;
    }
    qp_map_fini(&tops);
    return ok;
}

/* ---- paths ------------------------------------------------------------------------------------------------- */

/* Return the node whose path leads to `node` in the merged tree: the parent of `node` or, if `node` is the root of a
 * group, the node in which the group was created or first resumed. Return QP_NONE if the path of `node` begins below
 * the top. */
static uint32_t node_above(const struct merging *merging, uint32_t node)
{
    const struct qp_profile *profile = merging->query->profile;
    if (profile->nodes[node].parent != QP_NONE)
        return profile->nodes[node].parent;
    uint32_t above = qp_rollup_node(profile, profile->roots[node].group,
                                    merging->choice->shape == QP_CALLTREE_UNDER_SPAWNER ? QP_ROLLUP_TO_SPAWNER
                                                                                        : QP_ROLLUP_TO_RESUMER);
    return above != QP_NONE && qp_query_has_node(merging->query, above) ? above : QP_NONE;
}

/* Return the path to a node, which is `path` and one more step: a method or a group. Return QP_NONE if out of
 * memory. */
static uint32_t step_to(struct merging *merging, uint32_t path, uint32_t node)
{
    const struct qp_profile *profile = merging->query->profile;
    bool is_root = profile->nodes[node].parent == QP_NONE;
    uint32_t method = is_root ? QP_NONE : profile->nodes[node].method;
    uint32_t group = is_root ? profile->roots[node].group : QP_NONE;
    uint64_t key = (uint64_t)path << 32 | (is_root ? profile->method_count + group : method);
    uint64_t next = qp_map_get(&merging->known, key);
    if (next)
        return (uint32_t)next - 1;
    uint32_t made = merging->choice->fold ? qp_folding_find(&merging->folding, path, method) : QP_NONE;
    if (made == QP_NONE)
        made = new_path(merging, path, method, group);
    return qp_map_put(&merging->known, key, (uint64_t)made + 1) == 0 ? made : QP_NONE;
}

/* Bits that are set once a call path has reached a focused or an ignored method. */
enum { FOCUSED = 1, IGNORED = 2 };

/* Return the bits of a path that continues a path with the bits `above` by a method. */
static uint8_t passed_at(const struct qp_calltree_choice *choice, uint8_t above, uint32_t method)
{
    if (method == QP_NONE)
        return above;
    return above | (choice->focus && choice->focus[method] ? FOCUSED : 0) |
           (choice->ignore && choice->ignore[method] ? IGNORED : 0);
}

/* Return true if a path with these bits is selected. */
static bool is_chosen(const struct qp_calltree_choice *choice, uint8_t passed)
{
    return (!choice->focus || (passed & FOCUSED)) && !(passed & IGNORED);
}

/* Find or make the paths of a node and of all nodes above it, from the top down. In a damaged file, groups may seem
 * to have created each other. The walk up then ends at a node that it has met before, and the nodes below it are placed
 * below the top. Return false if out of memory. */
static bool place(struct merging *merging, uint32_t node)
{
    uint32_t count = 0, path = 0;
    uint8_t passed = 0;
    while (node != QP_NONE && merging->paths[node] == UNPLACED) {
        merging->paths[node] = PENDING;
        merging->pending[count++] = node;
        node = node_above(merging, node);
    }
    if (node != QP_NONE && merging->paths[node] != PENDING) {
        path = merging->paths[node];
        passed = merging->passed[node];
    }
    while (count > 0 && path != QP_NONE) {
        node = merging->pending[--count];
        path = merging->paths[node] = step_to(merging, path, node);
        passed = passed_at(merging->choice, passed, merging->query->profile->nodes[node].method);
        merging->passed[node] = passed;
    }
    return path != QP_NONE;
}

/* ---- placing in the order of a walk ---------------------------------------------------------------------------- */

/* A walk over all nodes in the order of calls. An additional node, `top`, is the parent of all trees; its number is
 * one higher than the last node's. */
struct walk {
    struct merging *merging;
    uint32_t top;
    bool failed;
};

/* Find or make the path of a node. The walk has entered all nodes above it before, so they have paths. */
static void enter(void *of, uint32_t node)
{
    struct walk *walk = of;
    struct merging *merging = walk->merging;
    if (node == walk->top || walk->failed)
        return;
    walk->failed = !place(merging, node);
    if (!walk->failed)
        qp_folding_enter(&merging->folding, node, merging->paths[node], merging->query->profile->nodes[node].method);
}

static void leave(void *of, uint32_t node)
{
    const struct walk *walk = of;
    struct merging *merging = walk->merging;
    if (node != walk->top && !walk->failed)
        qp_folding_leave(&merging->folding, node, merging->paths[node], merging->query->profile->nodes[node].method);
}

/* Place each node during a walk, because folding recursion requires the methods on the current call path. In a
 * damaged file, groups may seem to have created each other. The walk does not reach the nodes of such groups; they are
 * placed later, without folding. */
static bool place_folded(struct merging *merging)
{
    struct walk walk = {merging, merging->query->profile->node_count, false};
    struct qp_links links;
    uint32_t *above = qp_scratch_none(&merging->scratch, (size_t)walk.top + 1);
    for (uint32_t i = 0; above && i < walk.top; i++) {
        if (!qp_query_has_node(merging->query, i))
            continue;
        uint32_t node = merging->paths[i] == UNPLACED ? node_above(merging, i) : QP_NONE;
        above[i] = node == QP_NONE ? walk.top : node;
    }
    if (!above || !qp_links_open(&links, (struct qp_by_node){above, sizeof *above}, walk.top + 1))
        return false;
    qp_links_walk(&links, walk.top, enter, leave, &walk);
    qp_links_close(&links);
    return !walk.failed;
}

/* ---- numbers --------------------------------------------------------------------------------------------------- */

/* Add a node's numbers to its path. A root's node is not a call. Its self time is time outside of methods, in
 * whatever state. */
static void add_node(struct qp_call_path *path, const struct qp_query *query, uint32_t node)
{
    struct qp_totals parts = qp_query_node(query, node);
    bool is_root = query->profile->nodes[node].parent == QP_NONE;
    path->calls += is_root ? 0 : parts.calls;
    path->self += is_root ? query->nodes[node].self : parts.self;
    path->total += parts.total;
    path->elapsed += parts.elapsed;
    path->recorder += parts.recorder;
    path->estimated |= parts.estimated;
    path->runnable += parts.runnable;
    path->blocked += parts.blocked;
    path->waiting += parts.waiting;
}

static void keep(struct qp_calltree *tree, uint32_t path)
{
    for (; path != QP_NONE && !tree->items[path].kept; path = tree->items[path].parent)
        tree->items[path].kept = true;
}

/* Place the marked nodes first. Their paths then have smaller numbers than all other paths, so a path's number shows
 * whether it has a marked node. */
static bool place_marked(struct merging *merging)
{
    bool ok = true;
    for (uint32_t i = 0; merging->marks && i < merging->query->profile->node_count && ok; i++)
        ok = !merging->marks[i] || place(merging, i);
    merging->marked = merging->tree->count;
    return ok;
}

/* Return true if a node gets no path of its own, because its parent's path has no marked node. The parent was placed
 * before. */
static bool is_pruned(struct merging *merging, uint32_t node)
{
    uint32_t parent = merging->query->profile->nodes[node].parent;
    return merging->marks && parent != QP_NONE && merging->paths[parent] >= merging->marked;
}

/* Add the time of a pruned node to its parent's path, without its calls. */
static void add_pruned(struct merging *merging, uint32_t node)
{
    uint32_t end = merging->paths[node] = merging->paths[merging->query->profile->nodes[node].parent];
    struct qp_call_path below = {0}, *path = &merging->tree->items[end];
    add_node(&below, merging->query, node);
    path->total += merging->query->all.total ? below.total : below.calls;
    path->elapsed += below.elapsed;
    path->recorder += below.recorder;
    path->estimated |= below.estimated;
    path->pruned = true;
}

static bool merge_nodes(struct merging *merging)
{
    bool ok = place_marked(merging);
    for (uint32_t i = 0; i < merging->query->profile->node_count && ok; i++) {
        if (!qp_query_has_node(merging->query, i))
            continue;
        if (is_pruned(merging, i)) {
            add_pruned(merging, i);
            continue;
        }
        ok = place(merging, i);
        if (!ok)
            break;
        struct qp_call_path *path = &merging->tree->items[merging->paths[i]];
        if (is_chosen(merging->choice, merging->passed[i])) {
            add_node(path, merging->query, i);
            path->chosen = true;
            keep(merging->tree, merging->paths[i]);
        } else if (merging->query->profile->nodes[i].parent != QP_NONE) {
            path->calls += merging->query->profile->nodes[i].calls;
        }
    }
    return ok;
}

/* Add each path's totals to its parent. In queries without times, totals are calls. */
static void add_up(struct qp_calltree *tree, bool by_calls)
{
    for (uint32_t i = tree->count; i-- > 0;) {
        struct qp_call_path *path = &tree->items[i];
        path->total += by_calls ? path->calls : 0;
        if (path->parent == QP_NONE)
            continue;
        struct qp_call_path *parent = &tree->items[path->parent];
        parent->total += path->total;
        parent->elapsed += path->elapsed;
        parent->recorder += path->recorder;
        parent->estimated |= path->estimated;
    }
}

bool qp_calltree_open(struct qp_calltree *tree, const struct qp_query *query, const struct qp_calltree_choice *choice)
{
    const struct qp_profile *profile = query->profile;
    size_t nodes = (size_t)profile->node_count + 1, roots = (size_t)profile->root_count + 1;
    struct merging merging = {.tree = tree, .query = query, .choice = choice};
    merging.paths = qp_scratch_none(&merging.scratch, nodes);
    merging.passed = qp_scratch_zeros(&merging.scratch, nodes, sizeof *merging.passed);
    merging.pending = qp_scratch_zeros(&merging.scratch, nodes, sizeof *merging.pending);
    *tree = (struct qp_calltree){
        .items = malloc(nodes * sizeof *tree->items),
        .threads = malloc(roots * sizeof *tree->threads),
        .groups = malloc(roots * sizeof *tree->groups),
    };
    bool ok = !merging.scratch.failed && tree->items && tree->threads && tree->groups;
    bool prunes = choice->least_share > 0 && choice->shape <= QP_CALLTREE_APART && !choice->focus && !choice->ignore &&
                  !choice->fold;
    if (ok && prunes)
        ok = (merging.marks = qp_pruning_marks(query, choice->least_share / 100)) != NULL;
    if (choice->fold)
        ok = qp_folding_open(&merging.folding, profile->node_count, profile->method_count) && ok;
    ok = ok && make_tops(&merging) && (!choice->fold || place_folded(&merging)) && merge_nodes(&merging);
    qp_folding_close(&merging.folding);
    qp_map_fini(&merging.known);
    qp_scratch_free(&merging.scratch);
    free(merging.marks);
    if (ok)
        add_up(tree, query->all.total == 0);
    else
        qp_calltree_close(tree);
    return ok;
}

void qp_calltree_close(struct qp_calltree *tree)
{
    free(tree->items);
    free(tree->threads);
    free(tree->groups);
    *tree = (struct qp_calltree){0};
}

/* ---- children -------------------------------------------------------------------------------------------------- */

static int by_total(const void *left, const void *right, void *items)
{
    const struct qp_call_path *a = (const struct qp_call_path *)items + *(const uint32_t *)left;
    const struct qp_call_path *b = (const struct qp_call_path *)items + *(const uint32_t *)right;
    return QP_ORDER({b->total, a->total}, {b->elapsed, a->elapsed}, {b->calls, a->calls}, {a->method, b->method});
}

uint32_t qp_calltree_children(const struct qp_calltree *tree, uint32_t path, uint32_t *array)
{
    uint32_t count = 0;
    for (uint32_t i = tree->items[path].child; i != QP_NONE; i = tree->items[i].sibling) {
        const struct qp_call_path *it = &tree->items[i];
        if (it->kept && (it->calls || it->total || it->self || it->child != QP_NONE || it->pruned))
            array[count++] = i;
    }
    qsort_r(array, count, sizeof *array, by_total, tree->items);
    return count;
}
