/* query_rare.h - rare numbers of struct qp_query, which few nodes have. */
#ifndef QP_QUERY_QUERY_RARE_H
#define QP_QUERY_QUERY_RARE_H

#include "profile/query/query_nodes.h"

/* The nodes' self times must be known. Return false if out of memory. */
bool qp_query_find_rare(struct qp_query *query);

#endif
