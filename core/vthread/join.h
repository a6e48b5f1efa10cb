/* join.h - joining of a virtual thread to its group.
 *
 * A virtual thread joins its group at its first entry, or earlier, when it stops running or ends. When it is renamed,
 * it joins another group. Only the thread that owns the carrier may call these functions, during an event. */
#pragma once

#include "core/thread/tstate.h"

/* Determine the group of a virtual thread that has none, and add its time so far to the group. Return the root of
 * the group, or NULL if there is no room. */
struct qp_root *qp_join(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context);

/* Call qp_join for the mounted virtual thread, and move its frames to the group's tree. If there is no room, the frames
 * stay in the carrier's own tree, and the virtual thread's events stay on the slow path. */
void qp_join_mounted(struct qp_tstate *tstate, enum qp_product product);

/* Return true if the virtual thread's name differs from that of its group. */
bool qp_join_is_renamed(const struct qp_tstate_cold *cold, const struct qp_context *context);

/* Move the mounted virtual thread, which was renamed, to the group of its new name: its frames move to the tree of
 * that group, and its time is counted there from now on. Its time so far stays with the old group, as at the end of an
 * epoch. If there is no room, the virtual thread stays in the old group. */
void qp_join_again(struct qp_tstate *tstate, enum qp_product product);
