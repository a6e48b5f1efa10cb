/* mount.h - which shadow stack a lane works on: mounting and unmounting virtual threads.
 *
 * By the owner of the lane, in an event. A virtual thread that another lane had mounted is taken over by setting its
 * owner; that lane notices at its next event, since it compares the owner each time. */
#ifndef QP_RECORD_MOUNT_H
#define QP_RECORD_MOUNT_H

#include "core/record/lane.h"

/* Let the lane work on the virtual thread, which is made if it is new. Returns 0, or -1 when there is no room. */
int qp_mount(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id);

/* End a virtual thread's suspension without running it; also at the end of the run, with no event under way. */
void qp_mount_wake(struct qp_lane *lane, enum qp_product product, struct qp_context *context);
void qp_mount_finish(enum qp_product product, struct qp_context *context);

/* Let the lane work on the thread's own stack. */
void qp_mount_own(struct qp_lane *lane, enum qp_product product);

/* Whether the lane has this virtual thread mounted, and still owns it. */
bool qp_mount_is(const struct qp_lane *lane, uint64_t virtual_id);

/* The first entry of the mounted virtual thread: fix its group, find its root. */
void qp_mount_group(struct qp_lane *lane, enum qp_product product);

/* A new epoch: the mounted stack's path is found again below its new root. */
void qp_mount_epoch(struct qp_lane *lane, enum qp_product product, uint32_t epoch);

#endif
