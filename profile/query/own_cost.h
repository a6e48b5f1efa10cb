/* own_cost.h - the recorder's overhead, which is subtracted from recorded times.
 *
 * The header has the cost of a call in this run (struct qp_own_cost). The file has how often each method was called,
 * ended in a tail call, was resumed in a virtual thread, and recorded the time of a block. No time becomes negative:
 * if a node has less time than its events would have cost, all of it is subtracted. Overhead is subtracted node by
 * node before totals are added up, so a caller's total stays at least that of its callees. Times of blocks are
 * recorded by method and root: their cost is spread over the method's nodes by recorded self time. Subtracted time is
 * reported as `recorder`, and together with the rest it equals the recorded time. A merged file has the overhead of
 * each node, since it differs from run to run. */
#pragma once

#include "profile/load/model.h"

#define QP_OWN_COST_UNIT 256 /* units of cost per tick */

/* Return the ticks to subtract from the self time of each node of the product's trees. The caller frees them; NULL
 * if out of memory. */
uint64_t *qp_own_cost_nodes(const struct qp_profile *profile, enum qp_product product);

/* Subtract the cost of this many events from the times of a method's blocks, in proportion to each block's count.
 * Without counts, leave the times unchanged. */
void qp_own_cost_blocks(const struct qp_profile *profile, enum qp_product product, uint64_t events, uint64_t *times,
                        const uint64_t *counts, uint32_t count);

/* Correct the recorded duration of a node's shortest or longest call for overhead. total is what is left of the node's
 * time, recorder is what was subtracted from the node and all that it called. */
uint64_t qp_own_cost_duration(uint64_t recorded, uint64_t total, uint64_t recorder);

/* Return the error of the subtracted ticks: half the range of the measured costs of a call. */
uint64_t qp_own_cost_spread(const struct qp_profile *profile, enum qp_product product, uint64_t recorder);
