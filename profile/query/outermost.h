/* outermost.h - outermost nodes of each group, so that recursion is counted once. */
#ifndef QP_QUERY_OUTERMOST_H
#define QP_QUERY_OUTERMOST_H

#include "profile/query/links.h"

/* Nodes belong to a group, or to none (UINT32_MAX). Return for each node whether it has a group that no node above it
 * has; the caller frees the array. Return NULL if out of memory. */
bool *qp_outermost(struct qp_by_node parents, struct qp_by_node groups, uint32_t node_count, uint32_t group_count);

#endif
