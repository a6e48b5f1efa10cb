/* mount.h - which shadow stack a lane works on: mounting and unmounting virtual threads.
 *
 * By the owner of the lane, in an event. A virtual thread that another lane had mounted is taken over by setting its
 * owner; that lane notices at its next event, since it compares the owner each time. The steps stand in line here, for
 * switches that need no more than them (switch.h); mount.c goes through them with whatever is in the way. */
#ifndef QP_RECORD_MOUNT_H
#define QP_RECORD_MOUNT_H

#include "core/record/context.h"

/* ---- the steps ------------------------------------------------------------------------------------------- */

/* What is mounted stops running here at the lane's last tick, and is in this state from then on. The state is set
 * first: as soon as the context is put aside, another lane may take it. Nothing is done where another lane has taken it
 * already.
 */
static inline void qp_mount_leave(struct qp_lane *lane, struct qp_lane_cold *cold, enum qp_context_state state)
{
    struct qp_context *context = lane->mounted;
    if (context == &cold->own) {
        context->depth = (uint32_t)(lane->top - lane->bottom);
        return;
    }
    if (state != QP_CONTEXT_RUNNABLE)
        qp_store_relaxed(&context->state, (uint16_t)state);
    cold->before = context;
    qp_context_park(lane);
}

/* A suspension ends; its time is that of the top method, whose extra record this is. */
static inline void qp_mount_end_suspension(struct qp_context *context, struct qp_node_extra_record *extra,
                                           uint64_t time)
{
    if (extra)
        *(context->state == QP_CONTEXT_BLOCKED ? &extra->blocked : &extra->waiting) += time;
    qp_store_relaxed(&context->state, QP_CONTEXT_RUNNABLE);
}

/* The lane works on the context, which is its own, from its last tick on. */
static inline void qp_mount_enter(struct qp_lane *lane, struct qp_context *context, uint64_t virtual_id)
{
    context->since = lane->last;
    qp_context_bind(lane, context);
    lane->virtual_id = virtual_id;
}

/* ---- whatever is in the way ------------------------------------------------------------------------------ */

/* Let the lane work on the virtual thread, which is made if it is new; what was mounted is in this state then. Returns
 * 0, or -1 when there is no room: then the thread's own stack is mounted. */
int qp_mount(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, enum qp_context_state left);

/* Let the lane work on the thread's own stack. */
void qp_mount_own(struct qp_lane *lane, enum qp_product product, enum qp_context_state left);

/* Where another lane has taken over what was mounted, the thread is on its own stack. */
void qp_mount_lost(struct qp_lane *lane, enum qp_product product);

/* A virtual thread that is not mounted here is in this state from now on, and runs nowhere. */
void qp_mount_set_state(struct qp_lane *lane, enum qp_product product, struct qp_context *context,
                        enum qp_context_state state);

/* End a virtual thread's suspension at the end of the run, with no event under way. */
void qp_mount_finish(enum qp_product product, struct qp_context *context);

/* The first entry of the mounted virtual thread: fix its group, find its root. */
void qp_mount_group(struct qp_lane *lane, enum qp_product product);

/* A new epoch: the mounted stack's path is found again below its new root. */
void qp_mount_epoch(struct qp_lane *lane, enum qp_product product, uint32_t epoch);

#endif
