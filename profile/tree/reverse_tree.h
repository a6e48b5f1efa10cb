/* reverse_tree.h - bottom-up call tree: functions by self time, with their callers below them.
 *
 * A path leads from a function to its callers, up to the first function on the thread. Its total is the self time of
 * the function it begins with, when called along that path. Recursion is folded first if the choice folds it. */
#ifndef QP_TREE_REVERSE_TREE_H
#define QP_TREE_REVERSE_TREE_H

#include "profile/tree/calltree.h"

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

#endif
