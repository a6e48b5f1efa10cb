/* calltree.h - merged call tree of a query: equal call paths of several threads or phases become one path. */
#pragma once

#include "profile/query/rollup.h"

/* Shape of the tree: how the trees of threads and groups are merged. A top is a path without a parent. */
enum qp_calltree_shape {
    QP_CALLTREE_MERGED,        /* one top for all threads and groups */
    QP_CALLTREE_APART,         /* one top for each thread and each group of virtual threads */
    QP_CALLTREE_UNDER_SPAWNER, /* one top for all threads; the tree of each group is placed below the path on which
                                * the group's first virtual thread was created */
    QP_CALLTREE_UNDER_RESUMER  /* one top for all threads; the tree of each group is placed below the path on which
                                * the group's first virtual thread was first resumed */
};

/* Selection of call paths. */
struct qp_calltree_choice {
    enum qp_calltree_shape shape;
    const bool *focus;  /* for each method: select only paths through a marked method; NULL = all paths */
    const bool *ignore; /* for each method: omit paths through a marked method; NULL = omit none */
    bool fold;          /* fold recursion: a call of a method below itself is added to the path of the upper call */
    double least_share; /* threshold in percent of all time; 0 = make all paths. Paths below a path with less time
                         * may be omitted; their time is then included in that path. Only used for the first two shapes,
                         * without `focus`, `ignore` and `fold` */
};

struct qp_call_path {
    uint32_t parent;  /* index, QP_NONE = a top */
    uint32_t method;  /* index, QP_NONE = a top, a group, or folded call paths */
    uint32_t group;   /* if the path is the root of the tree of a group (below the group's creator or resumer): index
                       * of the group; else QP_NONE */
    uint32_t child;   /* index of its first child */
    uint32_t sibling; /* index of the parent's next child */
    uint64_t calls;
    uint64_t self;
    uint64_t total; /* ticks; in queries without times, calls of the path and of the paths below it */
    uint64_t elapsed;
    uint64_t recorder; /* overhead subtracted from total (own_cost.h) */
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
    bool estimated; /* elapsed is partly estimated */
    bool chosen;    /* true if the path matches `focus` and `ignore`; otherwise only its calls are counted */
    bool kept;      /* true if this path or a path below it is chosen */
    bool pruned;    /* true if paths below this path were omitted (least_share) */
};

struct qp_calltree {
    struct qp_call_path *items; /* tops first, parents before their children */
    uint32_t count;
    uint32_t tops;
    uint32_t *threads; /* for each top: index of its carrier or group; only if the shape is QP_CALLTREE_APART */
    bool *groups;      /* for each top: true if the top is for a group */
};

/* Build the tree. The tree of a group whose creator or resumer is not in the query begins below the top. Return false
 * if out of memory; then nothing needs to be freed. */
bool qp_calltree_open(struct qp_calltree *tree, const struct qp_query *query, const struct qp_calltree_choice *choice);
void qp_calltree_close(struct qp_calltree *tree);

/* Store the indexes of a path's children that have calls, time or children in `array`, by descending total. Return how
 * many were stored. */
uint32_t qp_calltree_children(const struct qp_calltree *tree, uint32_t path, uint32_t *array);

/* ---- pruning: nodes whose call paths may reach a threshold, so that trees of millions of nodes merge without the rest
 */

/* Return an array that is true for each node whose path may reach a threshold. The caller frees the array. Return
 * NULL if out of memory.
 *
 * A path reaches the threshold if it has this share (0 to 1) of the query's total time, of its elapsed time, or of its
 * time before overhead was subtracted. In a query without times, the path needs this share of the calls. Equal paths of
 * several trees will be merged, so a node is marked if it has at least the threshold divided by the number of trees. If
 * no node of a path is marked, the merged path is below the threshold. The parent of a marked node is marked, too. */
bool *qp_pruning_marks(const struct qp_query *query, double share);

/* ---- bottom-up: functions by self time, with their callers below them -------------------------------------------- */

/* A bottom-up path leads from a function to its callers, up to the first function on the thread. Its total is the
 * self time that the function spends when it is called along that path. If the choice folds recursion, paths are folded
 * before they are reversed. */

/* Limits of the bottom-up tree. Without limits it would be large, because each node of the call tree contributes a
 * path of all its callers. Paths beyond the limits have no callers in the tree. */
struct qp_reverse_limits {
    uint32_t depth; /* number of levels; 0 = all */
    double share;   /* in percent: a path gets callers if it has at least this share of all running time or of all
                     * elapsed time (of all calls in queries without times) */
};

/* Build the tree with one top for all threads; the choice's shape is ignored. Close it like any call tree. Return
 * false if out of memory; then nothing needs to be closed. */
bool qp_reverse_tree_open(struct qp_calltree *tree, const struct qp_query *query,
                          const struct qp_calltree_choice *choice, struct qp_reverse_limits limits);
