/* method_nodes.h - the nodes and block arrays of each method on a carrier, so that they are found when the method is
 * retired.
 *
 * Kept from the first retirement in a data file on: programs without one pay a branch for each new node. They are in an
 * index of the carrier's: the newest one of a method, and for each the one before it. They go with the method when it
 * is retired, and come back when it is defined again. */
#ifndef QP_METHOD_METHOD_NODES_H
#define QP_METHOD_METHOD_NODES_H

#include "core/thread/lane.h"

/* Whether they are kept in the present data file. Set while events are held. */
extern uint32_t qp_method_nodes_kept;

/* A new node or block array. By the owner of the carrier, in an event, when they are kept. */
void qp_method_nodes_add_node(struct qp_carrier *carrier, enum qp_product product, const struct qp_node *node);
void qp_method_nodes_add_array(struct qp_carrier *carrier, enum qp_product product, const struct qp_block_array *array);

/* Whether the carrier has any of the method's. While events are held, as the next. */
bool qp_method_nodes_has(const struct qp_carrier *carrier, enum qp_product product, uint64_t method);

/* What the carrier has of the method in its trees and blocks is that of another one from now on, which has none. */
void qp_method_nodes_rename(struct qp_carrier *carrier, enum qp_product product, uint64_t method, uint64_t to);

/* A new data file. */
void qp_method_nodes_reset(void);

#endif
