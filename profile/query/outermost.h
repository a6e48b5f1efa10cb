/* outermost.h - what of a tree counts when something that is open several times on a path (recursion) counts once. */
#ifndef QP_QUERY_OUTERMOST_H
#define QP_QUERY_OUTERMOST_H

#include "profile/query/links.h"

/* Nodes belong to one of some groups, UINT32_MAX to none. Returns for each whether it has a group that no node above it
 * has; free it. NULL without memory. */
bool *qp_outermost(struct qp_by_node parents, struct qp_by_node groups, uint32_t node_count, uint32_t group_count);

#endif
