#include "profile/query/links.h"
#include "page/tables.h"

/* The call trees of a run, as a table of the page: each call path with its own numbers, callers before callees. */

/* Ticks of a function's call paths written so far. */
struct written {
    uint64_t self, runnable, blocked, waiting;
};

struct walk {
    struct qp_page *page;
    enum qp_side side;
    const struct qp_query *query;
    const struct qp_profile *profile;
    struct qp_links links;
    uint64_t *weights; /* weight of each node; NULL = no path is cut */
    uint64_t least;    /* paths with less weight are cut */
    uint64_t cut;
    uint64_t put;            /* number of call paths written */
    struct written *written; /* array by function, numbered as in the column nodes.function */
    uint32_t depth;          /* depth of the last node written, plus 1; 0 = none yet */
};

enum { FOLDED = 0, ROOT = 1, FIRST_FUNCTION = 2 };

static bool is_root(const struct walk *walk, uint32_t node)
{
    return walk->profile->nodes[node].parent == QP_NONE;
}

/* ---- cutting ----------------------------------------------------------------------------------------------------- */

/* Weigh nodes by elapsed time, or by calls if the run has no times. A parent weighs at least as much as its
 * children. */
static bool weigh(struct walk *walk)
{
    bool timed = walk->query->all.elapsed != 0;
    walk->weights = qp_scratch_zeros(&walk->page->scratch, walk->profile->node_count, sizeof *walk->weights);
    if (!walk->weights)
        return false;
    for (uint32_t i = walk->profile->node_count; i-- > 0;) {
        if (!qp_query_has_node(walk->query, i))
            continue;
        if (timed) {
            walk->weights[i] = qp_query_elapsed(walk->query, i);
            continue;
        }
        walk->weights[i] += walk->profile->nodes[i].calls;
        if (!is_root(walk, i))
            walk->weights[walk->profile->nodes[i].parent] += walk->weights[i];
    }
    return true;
}

/* Set `least` to the smallest power of two that leaves at most `most` paths. */
static bool choose_least(struct walk *walk, uint32_t most)
{
    uint64_t heavier[65] = {0};
    uint64_t left = walk->profile->node_count;
    if (left <= most)
        return true;
    if (!weigh(walk))
        return false;
    for (uint32_t i = 0; i < walk->profile->node_count; i++)
        heavier[walk->weights[i] ? 64 - __builtin_clzll(walk->weights[i]) : 0]++;
    unsigned bits = 0;
    while (bits < 64 && left > most)
        left -= heavier[bits++];
    walk->least = bits ? UINT64_C(1) << (bits - 1) : 0;
    return true;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Write a call path. The times of a function's paths add up to its times in the table of functions, because rounding
 * remainders carry over to the function's next path. */
static void put_row(struct walk *walk, uint32_t depth, uint64_t function, const struct qp_node_parts *parts)
{
    struct written *written = &walk->written[function];
    const struct qp_row_nodes row = {
        .step = walk->depth - depth,
        .function = function,
        .calls = parts->calls,
        .self = qp_profile_ns_after(walk->profile, &written->self, parts->self),
        .runnable = qp_profile_ns_after(walk->profile, &written->runnable, parts->runnable),
        .blocked = qp_profile_ns_after(walk->profile, &written->blocked, parts->blocked),
        .waiting = qp_profile_ns_after(walk->profile, &written->waiting, parts->waiting),
        .cycles = parts->cycles,
        .allocated = parts->allocated.bytes,
        .objects = parts->allocated.objects,
    };
    walk->depth = depth + 1;
    if (walk->side == QP_SIDE_RUN)
        qp_add_nodes(walk->page->tables, &row);
    else
        qp_add_other_nodes(walk->page->tables, &row);
}

static uint64_t function_of(const struct walk *walk, uint32_t node)
{
    uint32_t method = walk->profile->nodes[node].method;
    uint32_t row = method == QP_NONE ? QP_NONE : walk->page->joined.function_of[walk->side][method];
    if (is_root(walk, node))
        return ROOT;
    return row == QP_NONE ? FOLDED : (uint64_t)row + FIRST_FUNCTION;
}

static struct qp_node_parts numbers_of(const struct walk *walk, uint32_t node)
{
    static const struct qp_node_parts none = {0};
    return is_root(walk, node) ? none : qp_query_parts(walk->query, node);
}

/* Return true if a node belongs to a tree. In an inconsistent file, a node may belong to no tree; it is skipped. */
static bool is_valid(const struct walk *walk, uint32_t node)
{
    return walk->profile->nodes[node].root != QP_NONE;
}

static bool is_cut(const struct walk *walk, uint32_t node)
{
    return walk->weights && walk->weights[node] < walk->least;
}

/* Return the next node in preorder within the tree of `top`, and update the depth; return QP_NONE after the last node.
 * If `enter` is false, skip the subtree of the node. */
static uint32_t next_node(const struct walk *walk, uint32_t top, uint32_t node, bool enter, uint32_t *depth)
{
    if (enter && walk->links.child[node] != QP_NONE) {
        ++*depth;
        return walk->links.child[node];
    }
    while (node != top && walk->links.sibling[node] == QP_NONE) {
        node = walk->profile->nodes[node].parent;
        --*depth;
    }
    return node == top ? QP_NONE : walk->links.sibling[node];
}

/* Write one folded path below a node, in place of all paths that were cut there. */
static void put_cut(struct walk *walk, uint32_t parent, uint32_t depth)
{
    struct qp_node_parts sum = {0};
    uint64_t cut = 0;
    for (uint32_t child = walk->links.child[parent]; child != QP_NONE; child = walk->links.sibling[child]) {
        uint32_t below = 0;
        if (!is_cut(walk, child) || !is_valid(walk, child))
            continue;
        for (uint32_t node = child; node != QP_NONE; node = next_node(walk, child, node, true, &below)) {
            const struct qp_node_parts parts = numbers_of(walk, node);
            sum.calls += parts.calls;
            sum.self += parts.self;
            sum.runnable += parts.runnable;
            sum.blocked += parts.blocked;
            sum.waiting += parts.waiting;
            sum.cycles += parts.cycles;
            qp_allocated_add(&sum.allocated, &parts.allocated);
            cut++;
        }
    }
    if (cut)
        put_row(walk, depth + 1, FOLDED, &sum);
    walk->cut += cut;
}

static bool is_empty_fold(const struct walk *walk, uint32_t node)
{
    const struct qp_profile_node *it = &walk->profile->nodes[node];
    return it->fold && !it->calls && !qp_query_elapsed(walk->query, node) && walk->links.child[node] == QP_NONE;
}

static void put_tree(struct walk *walk, uint32_t top)
{
    uint32_t depth = 0;
    for (uint32_t node = top; node != QP_NONE;) {
        bool cut = !is_valid(walk, node) || (is_cut(walk, node) && node != top);
        if (!cut && !is_empty_fold(walk, node)) {
            const struct qp_node_parts parts = numbers_of(walk, node);
            uint64_t function = function_of(walk, node);
            put_row(walk, depth, function, &parts);
            walk->put += function >= FIRST_FUNCTION;
            if (walk->weights)
                put_cut(walk, node, depth);
        }
        node = next_node(walk, top, node, !cut, &depth);
    }
}

/* ---- trees ------------------------------------------------------------------------------------------------------- */

static void put_top(struct walk *walk, uint32_t root)
{
    const struct qp_profile *profile = walk->profile;
    const struct qp_profile_root *it = &profile->roots[root];
    char phase[300] = "";
    if (it->phase != QP_NONE && profile->phases[it->phase].name.length)
        qp_page_show(walk->page, profile->phases[it->phase].name, phase, sizeof phase);
    const struct qp_node_parts parts = qp_query_parts(walk->query, root);
    const struct qp_row_tops row = {
        .thread = it->group == QP_NONE ? it->thread : QP_NONE,
        .group = it->group,
        .phase = phase,
        .outside = qp_page_ns(walk->page, walk->side, parts.self),
        .runnable = qp_page_ns(walk->page, walk->side, parts.runnable),
        .blocked = qp_page_ns(walk->page, walk->side, parts.blocked),
        .waiting = qp_page_ns(walk->page, walk->side, parts.waiting),
    };
    qp_add_tops(walk->page->tables, &row);
}

static void put_trees(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->profile->root_count; i++) {
        if (!walk->profile->roots[i].has_node || !qp_query_has_node(walk->query, i) || walk->links.child[i] == QP_NONE)
            continue;
        if (walk->side == QP_SIDE_RUN)
            put_top(walk, i);
        put_tree(walk, i);
    }
    walk->page->cut[walk->side] = walk->cut;
    walk->page->paths[walk->side] = walk->put + walk->cut;
}

static bool open_walk(struct walk *walk)
{
    size_t functions = (size_t)walk->page->joined.function_count + FIRST_FUNCTION;
    walk->written = qp_scratch_zeros(&walk->page->scratch, functions, sizeof *walk->written);
    if (!walk->written || walk->profile->node_count == 0)
        return walk->written;
    const struct qp_profile_node *nodes = walk->profile->nodes;
    return qp_links_open(&walk->links, (struct qp_by_node){&nodes->parent, sizeof *nodes}, walk->profile->node_count);
}

static bool put_paths(struct qp_page *page, enum qp_side side)
{
    const struct qp_query *query = page->joined.queries[side];
    struct walk walk = {.page = page, .side = side, .query = query, .profile = query->profile};
    bool ok = open_walk(&walk) && choose_least(&walk, page->request->most_paths);
    if (ok)
        put_trees(&walk);
    qp_links_close(&walk.links);
    return ok;
}

bool qp_page_put_paths(struct qp_page *page)
{
    return put_paths(page, QP_SIDE_RUN) && (!page->request->other || put_paths(page, QP_SIDE_OTHER));
}
