/* own_cost.h - what the recorder itself cost, to be taken off the times that it recorded.
 *
 * The header tells what a call costs in the run (struct qp_own_cost); a file tells how often each method was called,
 * ended in a tail call, went on in a virtual thread, and told the time of a block. No time becomes negative: where a
 * node has less than its events would have cost, all of it is taken. Since that is done node by node, before totals are
 * added up, a caller's total stays at least that of its callees. Times of blocks are counted by method and root: their
 * cost is spread over the method's nodes by the self time that each recorded. What was taken stands as `recorder`
 * beside what is left, and both together are what was recorded. A merged file tells the cost itself, node by node: each
 * run had its own. */
#ifndef QP_QUERY_OWN_COST_H
#define QP_QUERY_OWN_COST_H

#include "profile/load/model.h"

#define QP_OWN_COST_UNIT 256 /* parts of a tick that costs are told in */

/* Ticks to take off the self time of each node of the product's trees, by node. Owned by the caller; NULL without
 * memory. */
uint64_t *qp_own_cost_nodes(const struct qp_profile *profile, enum qp_product product);

/* Take off the times of a method's blocks what it cost to tell them so many times, by how often each ran; where that
 * was not counted they stay as they were. */
void qp_own_cost_blocks(const struct qp_profile *profile, enum qp_product product, uint64_t events, uint64_t *times,
                        const uint64_t *counts, uint32_t count);

/* A recorded duration of one call of a node, the shortest or the longest, as long as it would have been without the
 * recorder: total is what is left of the node's, recorder what was taken off it and all that it called. */
uint64_t qp_own_cost_duration(uint64_t recorded, uint64_t total, uint64_t recorder);

/* By how much the ticks that were taken off may be wrong: half of the range that the cost of a call was measured in. */
uint64_t qp_own_cost_spread(const struct qp_profile *profile, enum qp_product product, uint64_t recorder);

#endif
