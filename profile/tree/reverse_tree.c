#include "profile/tree/reverse_tree.h"

#include "format/array.h"

#include <string.h>

/* A call path, from above, whose own time is told, and how far up it has been followed. */
struct way {
    uint32_t leaf;
    uint32_t at;     /* QP_NONE: its callers end here */
    uint32_t method; /* of at */
};

/* The ways that have a path in common lie side by side. */
struct open_path {
    uint32_t path;
    uint32_t level;
    uint32_t first;
    uint32_t count;
};

/* What is above a path of the forward tree. In 8 bytes: they are read for each way on each level. */
struct step {
    uint32_t parent; /* QP_NONE: its callers end with it */
    uint32_t method;
};

/* Where the ways of one method go in a division. */
struct place {
    uint32_t next;
    uint32_t count; /* 0 but in a division */
};

struct search {
    struct qp_calltree *tree;
    const struct qp_query *query;
    struct qp_calltree forward;
    struct qp_reverse_limits limits;
    struct step *steps; /* by path of forward */
    struct way *ways;
    struct way *divided; /* room for as many */
    uint32_t way_count;
    struct place *places; /* by number_of */
    uint32_t *numbers;    /* of the places that a division is for */
    struct open_path *open;
    uint32_t open_count;
};

static uint32_t new_path(struct qp_calltree *tree, uint32_t parent, uint32_t method)
{
    struct qp_call_path *path = qp_array_add(&tree->items, &tree->count, sizeof *path);
    if (!path)
        return QP_NONE;
    *path = (struct qp_call_path){
        .parent = parent, .method = method, .group = QP_NONE, .child = QP_NONE, .sibling = QP_NONE, .kept = true};
    if (parent != QP_NONE) {
        path->sibling = tree->items[parent].child;
        tree->items[parent].child = tree->count - 1;
    }
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

static void step_up(const struct search *search, struct way *way)
{
    way->at = search->steps[way->at].parent;
    if (way->at != QP_NONE)
        way->method = search->steps[way->at].method;
}

/* By method; then paths that found no room, and ways that ended. */
static uint32_t number_of(const struct search *search, const struct way *way)
{
    uint32_t methods = search->query->profile->method_count;
    return way->at == QP_NONE ? methods + 1 : way->method == QP_NONE ? methods : way->method;
}

static int by_number(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Put the ways of one method side by side, in the order in which they were. In recursion nearly all have the same one,
 * on each of 50,000 levels: so they are counted, and only the methods are sorted. */
static void divide_ways(struct search *search, struct way *ways, uint32_t count)
{
    uint32_t numbers = 0, next = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = number_of(search, &ways[i]);
        if (search->places[number].count++ == 0)
            search->numbers[numbers++] = number;
    }
    if (numbers > 1)
        qsort(search->numbers, numbers, sizeof *search->numbers, by_number);
    for (uint32_t i = 0; i < numbers; i++) {
        struct place *place = &search->places[search->numbers[i]];
        place->next = next;
        next += place->count;
        place->count = 0;
    }
    if (numbers <= 1)
        return;
    for (uint32_t i = 0; i < count; i++)
        search->divided[search->places[number_of(search, &ways[i])].next++] = ways[i];
    memcpy(ways, search->divided, count * sizeof *ways);
}

/* A path for each method that ways have come to; the ways that ended lie behind the others. */
static bool divide(struct search *search, const struct open_path *from)
{
    struct way *ways = search->ways + from->first;
    divide_ways(search, ways, from->count);
    for (uint32_t i = 0, next; i < from->count && ways[i].at != QP_NONE; i = next) {
        uint32_t path = new_path(search->tree, from->path, ways[i].method);
        struct open_path *open =
            path == QP_NONE ? NULL : qp_array_add(&search->open, &search->open_count, sizeof *open);
        if (!open)
            return false;
        for (next = i; next < from->count && ways[next].at != QP_NONE && ways[next].method == ways[i].method; next++)
            add_leaf(search, &search->tree->items[path], ways[next].leaf);
        *open = (struct open_path){path, from->level + 1, from->first + i, next - i};
    }
    return true;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static void find_leaves(struct search *search)
{
    const struct qp_call_path *items = search->forward.items;
    for (uint32_t i = 0; i < search->forward.count; i++) {
        const struct qp_call_path *it = &items[i];
        bool ends = it->parent == QP_NONE || items[it->parent].parent == QP_NONE;
        search->steps[i] = (struct step){ends ? QP_NONE : it->parent, it->method};
        if (it->parent == QP_NONE || !it->chosen)
            continue;
        search->ways[search->way_count++] = (struct way){i, i, it->method};
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
    const struct open_path all = {.path = 0, .count = search->way_count};
    bool ok = divide(search, &all);
    while (ok && search->open_count) {
        const struct open_path open = search->open[--search->open_count];
        if (!is_followed(search, &open))
            continue;
        for (uint32_t i = 0; i < open.count; i++)
            step_up(search, &search->ways[open.first + i]);
        ok = divide(search, &open);
    }
    return ok;
}

static bool make_room(struct search *search)
{
    size_t ways = (size_t)search->forward.count + 1, numbers = (size_t)search->query->profile->method_count + 2;
    search->steps = malloc(ways * sizeof *search->steps);
    search->ways = malloc(ways * sizeof *search->ways);
    search->divided = malloc(ways * sizeof *search->divided);
    search->places = calloc(numbers, sizeof *search->places);
    search->numbers = malloc(numbers * sizeof *search->numbers);
    return search->steps && search->ways && search->divided && search->places && search->numbers;
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
    free(search.steps);
    free(search.ways);
    free(search.divided);
    free(search.places);
    free(search.numbers);
    free(search.open);
    if (!ok)
        qp_calltree_close(tree);
    return ok;
}
