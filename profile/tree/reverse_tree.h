/* reverse_tree.h - the call tree from below: functions by their own time, and under each those that called it, up to
 * the thread's first. A path's total is the own time of the function that it begins with, as it was called along it.
 * Where recursion is folded, it is so before. */
#ifndef QP_TREE_REVERSE_TREE_H
#define QP_TREE_REVERSE_TREE_H

#include "profile/tree/calltree.h"

/* Every node leads to all above it: what is deeper, or has less, has no callers in the tree. */
struct qp_reverse_limits {
    uint32_t depth; /* levels, 0 = all */
    double share;   /* per cent of the running or elapsed time that is chosen, or of the calls where there is no time */
};

/* One top for all threads; the choice's shape means nothing. To be closed as any call tree. Returns false without
 * memory; nothing is to be closed then. */
bool qp_reverse_tree_open(struct qp_calltree *tree, const struct qp_query *query,
                          const struct qp_calltree_choice *choice, struct qp_reverse_limits limits);

#endif
