/* join.h - joining of a virtual thread to its group.
 *
 * It joins at its first entry, or when it stops running or ends before that; it joins another group when it is renamed.
 * By the owner of the carrier, in an event. */
#pragma once

#include "core/thread/tstate.h"

/* Fix the group of a virtual thread that has none, and add the time it had so far there. Return the group's root, NULL
 * if there is no room. */
struct qp_root *qp_join(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context);

/* Same, for the mounted virtual thread, whose frames lie in the group's tree from now on. If there is no room, it stays
 * in the carrier's own tree, and on the slow path. */
void qp_join_mounted(struct qp_tstate *tstate, enum qp_product product);

/* Return true if the virtual thread's name differs from that of its group. */
bool qp_join_is_renamed(const struct qp_tstate_cold *cold, const struct qp_context *context);

/* Move the mounted, renamed virtual thread to the group of its name: its frames lie there and its time counts there
 * from now on. Its time so far stays with the old group, as at the end of an epoch. If there is no room, it stays in
 * the old group. */
void qp_join_again(struct qp_tstate *tstate, enum qp_product product);
