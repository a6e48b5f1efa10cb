/* block.h - counts and times of a method's blocks: one array per root and method, which its nodes refer to.
 *
 * Called by the owner of the carrier, in an event. */
#ifndef QP_TREE_BLOCK_H
#define QP_TREE_BLOCK_H

#include "core/thread/tstate.h"

/* Find or make the array of counts of a method below a root (reference of a qp_root). Return NULL as below. */
struct qp_block_array *qp_block_of(struct qp_carrier *carrier, enum qp_product product, uint32_t root, uint64_t method);

/* Find or make the array of counts of a node below that root. Return NULL if the method has no blocks or there is no
 * room. */
struct qp_block_array *qp_block_counts(struct qp_carrier *carrier, enum qp_product product, uint32_t root,
                                       struct qp_node *node);

/* Find or make the array of times that belongs to an array of counts. Return NULL if there is no room. */
struct qp_block_array *qp_block_times(struct qp_carrier *carrier, enum qp_product product,
                                      struct qp_block_array *counts);

#endif
