/* join.h - a virtual thread joins its group: at its first entry, or when it stops running or ends before that; another
 * one when it is renamed. By the owner of the carrier, in an event. */
#ifndef QP_VTHREAD_JOIN_H
#define QP_VTHREAD_JOIN_H

#include "core/thread/lane.h"

/* Fix the group of a virtual thread that has none, and tell there what time it had so far. Returns the group's root,
 * NULL when there is no room. */
struct qp_root *qp_join(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context);

/* The same of the mounted one, whose frames lie there from now on. Without room it stays with the carrier's own tree,
 * and goes the slow way. */
void qp_join_mounted(struct qp_lane *lane, enum qp_product product);

/* Whether the name that a virtual thread has is not the one of its group. */
bool qp_join_is_renamed(const struct qp_lane_cold *cold, const struct qp_context *context);

/* Let the mounted one, which was renamed, join the group of its name: its frames lie there from now on, and its time
 * from now on counts there. What it had stays with the group that it leaves, as at the end of an epoch. Without room it
 * stays there itself. */
void qp_join_again(struct qp_lane *lane, enum qp_product product);

#endif
