/* method_nodes.h - the nodes and block arrays of each method on a carrier, which are renamed when it is retired.
 *
 * The lists are kept from the first retirement in a data file on, so programs without retirements pay one branch per
 * new node. An index of the carrier finds a method's newest node, and from each node the one before it. The lists move
 * with the method when it is retired, and back when it is defined again. */
#pragma once

#include "core/thread/tstate.h"

/* 1 if lists of each method's nodes are kept in the current data file, else 0. Set while events are held. */
extern uint32_t qp_method_nodes_kept;

/* Add a new node or block array, if lists are kept. Called by the owner of the carrier, in an event. */
void qp_method_nodes_add_node(struct qp_carrier *carrier, enum qp_product product, const struct qp_node *node);
void qp_method_nodes_add_array(struct qp_carrier *carrier, enum qp_product product, const struct qp_block_array *array);

/* Return whether the carrier has nodes or arrays of the method. Called while events are held, like the next two. */
bool qp_method_nodes_has(const struct qp_carrier *carrier, enum qp_product product, uint64_t method);

/* Give the carrier's nodes and block arrays of the method to another method, which has none. */
void qp_method_nodes_rename(struct qp_carrier *carrier, enum qp_product product, uint64_t method, uint64_t to);

/* Stop keeping lists, for a new data file. */
void qp_method_nodes_reset(void);
