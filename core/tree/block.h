/* block.h - counts and times of a method's blocks: one array per root and method, to which the method's nodes refer.
 *
 * Only the thread that owns the carrier may call these functions, during an event. */
#pragma once

#include "core/thread/tstate.h"

/* Find or make the array of counts of a method below the root of the mounted context. Return NULL if the method has
 * no blocks or there is no room. */
struct qp_block_array *qp_block_of(struct qp_tstate *tstate, enum qp_product product, uint64_t method);

/* Find or make the array of counts for the method of a node below the root of the mounted context. Return NULL if
 * the method has no blocks or there is no room. */
struct qp_block_array *qp_block_counts(struct qp_tstate *tstate, enum qp_product product, struct qp_node *node);

/* Find or make the array of times that belongs to an array of counts. Return NULL if there is no room. */
struct qp_block_array *qp_block_times(struct qp_tstate *tstate, enum qp_product product, struct qp_block_array *counts);
