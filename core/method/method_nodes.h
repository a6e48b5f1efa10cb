/* method_nodes.h - lists of the nodes and block arrays of each method on a carrier.
 *
 * When a method is retired, or defined again, the method id in all its nodes and arrays changes. The lists exist
 * only from the first retirement in a data file on, so a program without retirements pays just one branch per new
 * node. An index of the carrier leads from a method to its newest node, and from each node to the node made before
 * it. Block arrays have lists of their own. */
#pragma once

#include "core/thread/tstate.h"

/* 1 = lists are kept for the current data file; set while events are held. */
extern uint32_t qp_method_nodes_kept;

/* Add a new node or block array to its method's list. The thread that owns the carrier may call these functions
 * during an event, and any thread while events are held. */
void qp_method_nodes_add_node(struct qp_carrier *carrier, enum qp_product product, const struct qp_node *node);
void qp_method_nodes_add_array(struct qp_carrier *carrier, enum qp_product product, const struct qp_block_array *array);

/* Return true if the carrier's index leads to block arrays of these values. Others follow an array that it leads to. */
static inline bool qp_method_nodes_is_indexed(enum qp_blocks values_of)
{
    return values_of == QP_BLOCKS_EXECUTIONS || values_of == QP_BLOCKS_BYTES;
}

/* Return the key under which the carrier's index holds the block arrays below a root. The key is a reference to a
 * position inside the root's record, so no other key is equal (tree.c uses another position there). */
static inline uint32_t qp_method_nodes_array_key(uint32_t root, enum qp_blocks values_of)
{
    return root + (uint32_t)values_of;
}

/* Return true if the carrier has nodes or arrays of the method. Call this function, qp_method_nodes_rename and
 * qp_method_nodes_reset while events are held. */
bool qp_method_nodes_has(const struct qp_carrier *carrier, enum qp_product product, uint64_t method);

/* Change the method id of the carrier's nodes and block arrays from `method` to `to`. No node or array may have the
 * id `to` before. */
void qp_method_nodes_rename(struct qp_carrier *carrier, enum qp_product product, uint64_t method, uint64_t to);

/* Stop keeping the lists of nodes and arrays, because a new data file begins. */
void qp_method_nodes_reset(void);
