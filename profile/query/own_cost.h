/* own_cost.h - the recorder's overhead, which is subtracted from recorded times.
 *
 * The header has the cost of a call in this run (struct qp_own_cost), and that of an MPI call, which a wrapper records.
 * The file has the number of each method's events: calls, tail calls, resumptions of virtual threads in the method, and
 * recorded times of blocks. Their cost is computed from these numbers. If the computed cost of a node's events exceeds
 * the node's time, all of the time is subtracted. Overhead is subtracted node by node before totals are added up, so a
 * caller's total stays at least the total of its callees. Times of blocks are recorded by method and root: their cost
 * is split over the method's nodes by recorded self time. Subtracted time is reported as `recorder`, so all reported
 * times still add up to the recorded time. A merged file has the overhead of each node instead of one cost, because the
 * cost of a call differs from run to run. */
#pragma once

#include "profile/load/model.h"

/* Return the ticks to subtract from the self time of each node of the product's trees. The caller frees the array.
 * Return NULL if out of memory. */
uint64_t *qp_own_cost_nodes(const struct qp_profile *profile, enum qp_product product);

/* Subtract the cost of `events` events from the times of a method's blocks, in proportion to each block's count. If all
 * counts are 0, leave the times unchanged. */
void qp_own_cost_blocks(const struct qp_profile *profile, enum qp_product product, uint64_t events, uint64_t *times,
                        const uint64_t *counts, uint32_t count);

/* Subtract the overhead from the recorded duration of a node's shortest or longest call. `total` is the node's time
 * after subtraction, `recorder` the time subtracted from the node and all that it called. */
uint64_t qp_own_cost_duration(uint64_t recorded, uint64_t total, uint64_t recorder);

/* Return the possible error, in ticks, of an overhead that is estimated as `recorder` ticks. The relative error is
 * half the range of the measured costs of a call, divided by the cost. If the run has wrapped calls, whose cost is
 * measured separately, the larger of both relative errors is used. */
uint64_t qp_own_cost_spread(const struct qp_profile *profile, enum qp_product product, uint64_t recorder);
