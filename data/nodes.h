/* nodes.h - fills a profile's trees: roots, nodes, their side numbers, block arrays; after all else. */
#ifndef QP_DATA_NODES_H
#define QP_DATA_NODES_H

#include "data/model.h"

/* Returns false without memory. */
bool qp_nodes_load(struct qp_profile *profile);
void qp_nodes_free(struct qp_profile *profile);

#endif
