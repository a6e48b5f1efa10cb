/* reverse_tree.c - the bottom-up call tree (calltree.h). */
#include "profile/tree/calltree.h"

#include "base/scratch.h"
#include "format/array.h"

#include <string.h>

/* A call path of the forward (top-down) tree, which is followed upwards from `leaf`. */
struct chain {
    uint32_t leaf;
    uint32_t at;     /* index of the path that was reached; QP_NONE = there are no more callers */
    uint32_t method; /* method of `at` */
};

/* A path of the result to which callers must still be added, and the range of chains that lead to it. */
struct open_path {
    uint32_t path;
    uint32_t level;
    uint32_t first;
    uint32_t count;
};

/* The parent and method of a forward path. The struct has only 8 bytes, because each chain reads one struct at each
 * level. */
struct step {
    uint32_t parent; /* index of the parent path; QP_NONE = the method has no caller */
    uint32_t method;
};

/* Chains that have reached the same method. group_chains moves these chains to consecutive places of search.grouped;
 * `next` is the place of the chain that is moved next. */
struct group {
    uint32_t next;
    uint32_t count; /* number of chains; 0 unless chains are being grouped */
};

struct search {
    struct qp_calltree *tree;
    const struct qp_query *query;
    struct qp_calltree forward;
    struct qp_reverse_limits limits;
    struct step *steps; /* one for each path of `forward` */
    struct chain *chains;
    struct chain *grouped; /* buffer for group_chains */
    uint32_t chain_count;
    struct group *groups; /* indexed by number_of */
    uint32_t *numbers;    /* numbers of the groups in use */
    struct open_path *open;
    uint32_t open_count;
    struct qp_scratch scratch; /* owns the other arrays */
};

static uint32_t new_path(struct qp_calltree *tree, uint32_t parent, uint32_t method)
{
    const struct qp_call_path path = {.parent = parent,
                                      .method = method,
                                      .group = QP_NONE,
                                      .child = QP_NONE,
                                      .sibling = parent == QP_NONE ? QP_NONE : tree->items[parent].child,
                                      .kept = true};
    if (!QP_ARRAY_APPEND(&tree->items, &tree->count, path))
        return QP_NONE;
    if (parent != QP_NONE)
        tree->items[parent].child = tree->count - 1;
    return tree->count - 1;
}

static void add_leaf(const struct search *search, struct qp_call_path *path, uint32_t leaf)
{
    const struct qp_call_path *it = &search->forward.items[leaf];
    path->calls += it->calls;
    path->total += search->query->all.total ? it->self : it->calls;
    path->elapsed += it->self + it->runnable + it->blocked + it->waiting;
    path->estimated |= it->estimated;
}

/* ---- one step up ------------------------------------------------------------------------------------------------- */

static void step_up(const struct search *search, struct chain *chain)
{
    chain->at = search->steps[chain->at].parent;
    if (chain->at != QP_NONE)
        chain->method = search->steps[chain->at].method;
}

/* Return the number of a chain's group: the index of its method, the number of methods for folded call paths, or the
 * number of methods + 1 for chains that have ended. */
static uint32_t number_of(const struct search *search, const struct chain *chain)
{
    uint32_t methods = search->query->profile->method_count;
    return chain->at == QP_NONE ? methods + 1 : chain->method == QP_NONE ? methods : chain->method;
}

/* Group chains by method, in stable order. Only the methods are sorted; the chains are moved by a counting sort,
 * because there may be 50,000 levels (deep recursion), on each of which nearly all chains have the same method. */
static void group_chains(struct search *search, struct chain *chains, uint32_t count)
{
    uint32_t numbers = 0, next = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = number_of(search, &chains[i]);
        if (search->groups[number].count++ == 0)
            search->numbers[numbers++] = number;
    }
    if (numbers > 1)
        qsort(search->numbers, numbers, sizeof *search->numbers, qp_array_by_reference);
    for (uint32_t i = 0; i < numbers; i++) {
        struct group *group = &search->groups[search->numbers[i]];
        group->next = next;
        next += group->count;
        group->count = 0;
    }
    if (numbers <= 1)
        return;
    for (uint32_t i = 0; i < count; i++)
        search->grouped[search->groups[number_of(search, &chains[i])].next++] = chains[i];
    memcpy(chains, search->grouped, count * sizeof *chains);
}

/* Make a path for each method that the chains have reached. Chains that have ended are grouped last and make no
 * path. */
static bool add_callers(struct search *search, const struct open_path *from)
{
    struct chain *chains = search->chains + from->first;
    group_chains(search, chains, from->count);
    for (uint32_t i = 0, next; i < from->count && chains[i].at != QP_NONE; i = next) {
        uint32_t path = new_path(search->tree, from->path, chains[i].method);
        if (path == QP_NONE)
            return false;
        for (next = i; next < from->count && chains[next].at != QP_NONE && chains[next].method == chains[i].method;
             next++)
            add_leaf(search, &search->tree->items[path], chains[next].leaf);
        if (!QP_ARRAY_APPEND(&search->open, &search->open_count,
                             (struct open_path){path, from->level + 1, from->first + i, next - i}))
            return false;
    }
    return true;
}

/* ---- building the tree ------------------------------------------------------------------------------------------- */

static void find_leaves(struct search *search)
{
    const struct qp_call_path *items = search->forward.items;
    for (uint32_t i = 0; i < search->forward.count; i++) {
        const struct qp_call_path *it = &items[i];
        bool ends = it->parent == QP_NONE || items[it->parent].parent == QP_NONE;
        search->steps[i] = (struct step){ends ? QP_NONE : it->parent, it->method};
        if (it->parent == QP_NONE || !it->chosen)
            continue;
        search->chains[search->chain_count++] = (struct chain){i, i, it->method};
        add_leaf(search, &search->tree->items[0], i);
    }
}

static bool is_followed(const struct search *search, const struct open_path *open)
{
    const struct qp_call_path *path = &search->tree->items[open->path];
    const struct qp_call_path *all = &search->tree->items[0];
    if (search->limits.depth && open->level >= search->limits.depth)
        return false;
    return (double)path->total * 100 >= search->limits.share * (double)all->total ||
           (all->elapsed && (double)path->elapsed * 100 >= search->limits.share * (double)all->elapsed);
}

static bool follow(struct search *search)
{
    const struct open_path all = {.path = 0, .count = search->chain_count};
    bool ok = add_callers(search, &all);
    while (ok && search->open_count) {
        const struct open_path open = search->open[--search->open_count];
        if (!is_followed(search, &open))
            continue;
        for (uint32_t i = 0; i < open.count; i++)
            step_up(search, &search->chains[open.first + i]);
        ok = add_callers(search, &open);
    }
    return ok;
}

static bool make_room(struct search *search)
{
    size_t chains = (size_t)search->forward.count + 1, numbers = (size_t)search->query->profile->method_count + 2;
    search->steps = qp_scratch_zeros(&search->scratch, chains, sizeof *search->steps);
    search->chains = qp_scratch_zeros(&search->scratch, chains, sizeof *search->chains);
    search->grouped = qp_scratch_zeros(&search->scratch, chains, sizeof *search->grouped);
    search->groups = qp_scratch_zeros(&search->scratch, numbers, sizeof *search->groups);
    search->numbers = qp_scratch_zeros(&search->scratch, numbers, sizeof *search->numbers);
    return !search->scratch.failed;
}

bool qp_reverse_tree_open(struct qp_calltree *tree, const struct qp_query *query,
                          const struct qp_calltree_choice *choice, struct qp_reverse_limits limits)
{
    struct search search = {.tree = tree, .query = query, .limits = limits};
    struct qp_calltree_choice above = *choice;
    above.shape = QP_CALLTREE_MERGED;
    if (!qp_calltree_open(&search.forward, query, &above))
        return false;
    *tree = (struct qp_calltree){.tops = 1};
    bool ok = make_room(&search) && new_path(tree, QP_NONE, QP_NONE) != QP_NONE;
    if (ok) {
        find_leaves(&search);
        ok = follow(&search);
    }
    qp_calltree_close(&search.forward);
    qp_scratch_free(&search.scratch);
    free(search.open);
    if (!ok)
        qp_calltree_close(tree);
    return ok;
}
