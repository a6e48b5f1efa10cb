/* calltree.h - merged call tree of a query: equal call paths of several threads or phases become one. */
#pragma once

#include "profile/query/rollup.h"

/* Ways to merge the trees of threads and groups. */
enum qp_calltree_shape {
    QP_CALLTREE_MERGED,        /* one top for all */
    QP_CALLTREE_APART,         /* one top for each thread and each group of virtual threads */
    QP_CALLTREE_UNDER_SPAWNER, /* one top; a group's tree is below the path on which its first virtual thread was
                                  created */
    QP_CALLTREE_UNDER_RESUMER  /* one top; a group's tree is below the path on which its first virtual thread was first
                                  resumed */
};

/* Selection of call paths. */
struct qp_calltree_choice {
    enum qp_calltree_shape shape;
    const bool *focus;  /* by method: only paths through one of these; NULL = all */
    const bool *ignore; /* by method: without paths through one of these; NULL = all */
    bool fold;          /* fold recursion: a method called below itself continues at its first path */
    double least_share; /* percent: paths below this threshold may have no paths below them, whose time they keep; only
                           for the first two shapes, and if nothing else is chosen. 0 = all paths */
};

struct qp_call_path {
    uint32_t parent;  /* index, QP_NONE = a top */
    uint32_t method;  /* index, QP_NONE = a top, a group, or folded call paths */
    uint32_t group;   /* index of a group, if the path is the root of its tree below its creator or resumer; else
                       * QP_NONE */
    uint32_t child;   /* index of its first child */
    uint32_t sibling; /* index of the next child of its parent */
    uint64_t calls;
    uint64_t self;
    uint64_t total; /* ticks; in queries without times: calls of the path and below */
    uint64_t elapsed;
    uint64_t recorder; /* overhead subtracted from total (own_cost.h) */
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
    bool estimated; /* elapsed is partly estimated */
    bool chosen;    /* true if the path matches the choice; otherwise only its calls are counted */
    bool kept;      /* the path, or one below it, is chosen */
    bool pruned;    /* paths below it are omitted (least_share) */
};

struct qp_calltree {
    struct qp_call_path *items; /* tops first, parents before their children */
    uint32_t count;
    uint32_t tops;
    uint32_t *threads; /* by top, if tops are separate: index of a carrier or a group */
    bool *groups;      /* by top: true for a group */
};

/* Bits for a call path's position relative to focused and ignored methods, and their update for one more method. */
enum { QP_CALLTREE_FOCUSED = 1, QP_CALLTREE_IGNORED = 2 };

static inline unsigned qp_calltree_passed(const struct qp_calltree_choice *choice, unsigned above, uint32_t method)
{
    if (method == QP_NONE)
        return above;
    return above | (choice->focus && choice->focus[method] ? QP_CALLTREE_FOCUSED : 0) |
           (choice->ignore && choice->ignore[method] ? QP_CALLTREE_IGNORED : 0);
}

static inline bool qp_calltree_chosen(const struct qp_calltree_choice *choice, unsigned passed)
{
    return (!choice->focus || (passed & QP_CALLTREE_FOCUSED)) && !(passed & QP_CALLTREE_IGNORED);
}

/* Build the tree. A group whose creator or resumer is not in the query is below the top. Return false if out of memory;
 * then nothing needs to be freed. */
bool qp_calltree_open(struct qp_calltree *tree, const struct qp_query *query, const struct qp_calltree_choice *choice);
void qp_calltree_close(struct qp_calltree *tree);

/* Store the children of a path that have calls, time or children in array, in descending order. Return their number. */
uint32_t qp_calltree_children(const struct qp_calltree *tree, uint32_t path, uint32_t *array);

/* ---- pruning: nodes whose call paths may reach a threshold, so that trees of millions of nodes merge without the rest
 */

/* Return a mark for each node, which the caller frees; NULL if out of memory. A path reaches the threshold with that
 * share (0 to 1) of the query's total time, of its elapsed time, or of the time before overhead was subtracted; in a
 * query without times, of its calls. Equal paths of several trees are merged, and a tree has a path once: if no node of
 * a path is marked, they are below the threshold together. The parent of a marked node is marked. */
bool *qp_pruning_marks(const struct qp_query *query, double share);

/* ---- bottom-up: functions by self time, with their callers below them -------------------------------------------- */

/* A path leads from a function to its callers, up to the first function on the thread. Its total is the self time of
 * the function it begins with, when called along that path. Recursion is folded first if the choice folds it. */

/* Limits on depth and time, since every node leads to all nodes above it. Paths beyond them have no callers in the
 * tree. */
struct qp_reverse_limits {
    uint32_t depth; /* levels, 0 = all */
    double share;   /* percent of all running or elapsed time, or of calls in queries without times */
};

/* Build the tree with one top for all threads; the choice's shape is ignored. Close it like any call tree. Return
 * false if out of memory; then nothing needs to be closed. */
bool qp_reverse_tree_open(struct qp_calltree *tree, const struct qp_query *query,
                          const struct qp_calltree_choice *choice, struct qp_reverse_limits limits);
