#include "profile/query/links.h"
#include "page/tables.h"

#include <stdlib.h>

/* The trees of a run as they go into the page: each call path with its own numbers, a caller before its callees. */

/* Ticks of call paths that were put. */
struct said {
    uint64_t self, runnable, blocked, waiting;
};

struct walk {
    struct qp_page *page;
    enum qp_side side;
    const struct qp_query *query;
    const struct qp_profile *profile;
    struct qp_links links;
    uint64_t *weights; /* by node: what it is cut by; NULL = nothing is cut */
    uint64_t least;    /* lighter ones are cut */
    uint64_t cut;
    uint64_t put;      /* call paths that were put */
    struct said *said; /* by what a row has for a function */
    struct qp_columns nodes;
    struct qp_columns tops;
    uint32_t depth; /* of the last node that was put, plus 1; 0 = there was none */
};

enum { FOLDED = 0, ROOT = 1, FIRST_FUNCTION = 2 };

static bool is_root(const struct walk *walk, uint32_t node)
{
    return walk->profile->nodes[node].parent == QP_NONE;
}

/* ---- what is cut ------------------------------------------------------------------------------------------------- */

/* Of a run without time calls count. A parent has at least what its children have. */
static bool weigh(struct walk *walk)
{
    bool timed = walk->query->all.elapsed != 0;
    walk->weights = calloc((size_t)walk->profile->node_count + 1, sizeof *walk->weights);
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

/* The smallest power of two that leaves no more than most of them. */
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

enum { STEP, FUNCTION, CALLS, SELF, RUNNABLE, BLOCKED, WAITING };

/* The paths of a function add up to what the table of functions has of it: what is lost in rounding one is put with the
 * next. */
static void put_row(struct walk *walk, uint32_t depth, uint64_t function, const struct qp_node_parts *parts)
{
    struct qp_columns *table = &walk->nodes;
    struct said *said = &walk->said[function];
    qp_columns_uint(table, STEP, walk->depth - depth);
    walk->depth = depth + 1;
    qp_columns_uint(table, FUNCTION, function);
    qp_columns_uint(table, CALLS, parts->calls);
    qp_columns_uint(table, SELF, qp_profile_ns_after(walk->profile, &said->self, parts->self));
    qp_columns_uint(table, RUNNABLE, qp_profile_ns_after(walk->profile, &said->runnable, parts->runnable));
    qp_columns_uint(table, BLOCKED, qp_profile_ns_after(walk->profile, &said->blocked, parts->blocked));
    qp_columns_uint(table, WAITING, qp_profile_ns_after(walk->profile, &said->waiting, parts->waiting));
    qp_columns_row(table);
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

/* A node that is unsound is no one's, and nothing is told of it. */
static bool is_sound(const struct walk *walk, uint32_t node)
{
    return walk->profile->nodes[node].root != QP_NONE;
}

static bool is_cut(const struct walk *walk, uint32_t node)
{
    return walk->weights && walk->weights[node] < walk->least;
}

/* The next node in preorder within top's tree, and its depth; QP_NONE after the last. Below a node that is not entered
 * nothing comes. */
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

/* What was cut of a node's callees, as one folded path below it. */
static void put_cut(struct walk *walk, uint32_t parent, uint32_t depth)
{
    struct qp_node_parts sum = {0};
    uint64_t cut = 0;
    for (uint32_t child = walk->links.child[parent]; child != QP_NONE; child = walk->links.sibling[child]) {
        uint32_t below = 0;
        if (!is_cut(walk, child) || !is_sound(walk, child))
            continue;
        for (uint32_t node = child; node != QP_NONE; node = next_node(walk, child, node, true, &below)) {
            const struct qp_node_parts parts = numbers_of(walk, node);
            sum.calls += parts.calls;
            sum.self += parts.self;
            sum.runnable += parts.runnable;
            sum.blocked += parts.blocked;
            sum.waiting += parts.waiting;
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
        bool cut = !is_sound(walk, node) || (is_cut(walk, node) && node != top);
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

/* ---- the trees --------------------------------------------------------------------------------------------------- */

static void put_top(struct walk *walk, uint32_t root)
{
    const struct qp_profile *profile = walk->profile;
    const struct qp_profile_root *it = &profile->roots[root];
    struct qp_columns *table = &walk->tops;
    char phase[300] = "";
    if (it->phase != QP_NONE && profile->phases[it->phase].name.length)
        qp_page_show(walk->page, profile->phases[it->phase].name, phase, sizeof phase);
    qp_columns_uint(table, 0, walk->nodes.rows);
    qp_columns_uint(table, 1, it->group == QP_NONE ? it->thread + UINT64_C(1) : 0);
    qp_columns_uint(table, 2, it->group == QP_NONE ? 0 : it->group + UINT64_C(1));
    qp_columns_string(table, 3, phase);
    qp_columns_uint(table, 4, qp_page_ns(walk->page, walk->side, walk->query->nodes[root].self));
    qp_columns_row(table);
    put_tree(walk, root);
}

static void put_trees(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->profile->root_count; i++) {
        if (walk->profile->roots[i].has_node && qp_query_has_node(walk->query, i) && walk->links.child[i] != QP_NONE)
            put_top(walk, i);
    }
    walk->page->cut[walk->side] = walk->cut;
    walk->page->paths[walk->side] = walk->put + walk->cut;
    qp_payload_put(&walk->page->payload, &walk->nodes);
    qp_payload_put(&walk->page->payload, &walk->tops);
}

static bool open_walk(struct walk *walk)
{
    walk->said = calloc((size_t)walk->page->joined.function_count + FIRST_FUNCTION, sizeof *walk->said);
    if (!walk->said || walk->profile->node_count == 0)
        return walk->said;
    const struct qp_profile_node *nodes = walk->profile->nodes;
    return qp_links_open(&walk->links, (struct qp_by_node){&nodes->parent, sizeof *nodes}, walk->profile->node_count);
}

bool qp_page_put_paths(struct qp_page *page, enum qp_side side)
{
    const struct qp_query *query = page->joined.queries[side];
    struct walk walk = {.page = page, .side = side, .query = query, .profile = query->profile};
    bool main_run = side == QP_SIDE_RUN;
    qp_columns_init(&walk.nodes, main_run ? "nodes" : "other_nodes",
                    "step:uint function:uint calls:uint self:uint runnable:uint blocked:uint waiting:uint");
    qp_columns_init(&walk.tops, main_run ? "tops" : "other_tops",
                    "node:uint thread:uint group:uint phase:text outside:uint");
    bool ok = open_walk(&walk) && choose_least(&walk, page->request->most_paths);
    if (ok)
        put_trees(&walk);
    qp_columns_fini(&walk.nodes);
    qp_columns_fini(&walk.tops);
    qp_links_close(&walk.links);
    free(walk.weights);
    free(walk.said);
    return ok;
}
