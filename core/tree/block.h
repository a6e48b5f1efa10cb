/* block.h - counts, times and allocations of a method's blocks.
 *
 * There is one array of each kind of values for each root and method. The method's nodes below this root refer to the
 * array of executions. Only the thread that owns the carrier may call these functions, during an event. */
#pragma once

#include "core/thread/tstate.h"

/* Find or make the array of executions or bytes of a method below the root of the mounted context. Return NULL if the
 * method has no blocks or there is no room. */
struct qp_block_array *qp_block_of(struct qp_tstate *tstate, enum qp_product product, uint64_t method,
                                   enum qp_blocks values_of);

/* Find or make the array of counts for the node's method below the root of the mounted context, and store its
 * reference in the node. Return NULL if the method has no blocks or there is no room. */
struct qp_block_array *qp_block_counts(struct qp_tstate *tstate, enum qp_product product, struct qp_node *node);

/* Find or make the array that follows another one (its field `next`) and has these values. Return NULL if there is no
 * room. */
struct qp_block_array *qp_block_next(struct qp_tstate *tstate, enum qp_product product, struct qp_block_array *array,
                                     enum qp_blocks values_of);
