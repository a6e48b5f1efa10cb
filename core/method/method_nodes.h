/* method_nodes.h - the nodes and block arrays of each method on a carrier, whose method id changes when the method is
 * retired.
 *
 * They are in lists. The lists are kept from the first retirement in a data file on, so a program without retirements
 * pays only one branch per new node. An index of the carrier leads to a method's newest node, and from each node to the
 * one before it. The lists move with the method when it is retired, and back when it is defined again. */
#pragma once

#include "core/thread/tstate.h"

/* 1 = lists are kept for the current data file; set while events are held. */
extern uint32_t qp_method_nodes_kept;

/* Add a new node or block array to its method's list. Only the thread that owns the carrier may call these functions,
 * during an event; so may any thread while events are held. */
void qp_method_nodes_add_node(struct qp_carrier *carrier, enum qp_product product, const struct qp_node *node);
void qp_method_nodes_add_array(struct qp_carrier *carrier, enum qp_product product, const struct qp_block_array *array);

/* Return true if the carrier has nodes or arrays of the method. Call this and the next two functions while events are
 * held. */
bool qp_method_nodes_has(const struct qp_carrier *carrier, enum qp_product product, uint64_t method);

/* Change the method id of the carrier's nodes and block arrays from `method` to `to`, which has none. */
void qp_method_nodes_rename(struct qp_carrier *carrier, enum qp_product product, uint64_t method, uint64_t to);

/* Stop keeping lists, for a new data file. */
void qp_method_nodes_reset(void);
