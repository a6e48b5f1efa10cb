/* pruning.h - nodes whose call paths may reach a threshold, so that trees of millions of nodes merge without the
 * rest. */
#ifndef QP_TREE_PRUNING_H
#define QP_TREE_PRUNING_H

#include "profile/query/query.h"

/* Return a mark for each node, which the caller frees; NULL if out of memory. A path reaches the threshold with that
 * share (0 to 1) of the query's total time, of its elapsed time, or of the time before overhead was subtracted; in a
 * query without times, of its calls. Equal paths of several trees are merged, and a tree has a path once: if no node of
 * a path is marked, they are below the threshold together. The parent of a marked node is marked. */
bool *qp_pruning_marks(const struct qp_query *query, double share);

#endif
