/* block.h - counts and times of a method's blocks.
 *
 * There is one array for each root and method. The method's nodes below this root refer to the array. Only the thread
 * that owns the carrier may call these functions, during an event. */
#pragma once

#include "core/thread/tstate.h"

/* Find or make the array of counts of a method below the root of the mounted context. Return NULL if the method has
 * no blocks or there is no room. */
struct qp_block_array *qp_block_of(struct qp_tstate *tstate, enum qp_product product, uint64_t method);

/* Find or make the array of counts for the node's method below the root of the mounted context, and store its
 * reference in the node. Return NULL if the method has no blocks or there is no room. */
struct qp_block_array *qp_block_counts(struct qp_tstate *tstate, enum qp_product product, struct qp_node *node);

/* Find or make the array of times that belongs to an array of counts. Return NULL if there is no room. */
struct qp_block_array *qp_block_times(struct qp_tstate *tstate, enum qp_product product, struct qp_block_array *counts);
