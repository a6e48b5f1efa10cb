/* mount.h - which shadow stack a lane works on: mounting and unmounting virtual threads.
 *
 * By the owner of the lane, in an event. A virtual thread that another lane had mounted is taken over by setting its
 * owner; that lane notices at its next event, since it compares the owner each time. The steps stand in line here, for
 * switches that need no more than them (switch.h); mount.c goes through them with whatever is in the way. */
#ifndef QP_VTHREAD_MOUNT_H
#define QP_VTHREAD_MOUNT_H

#include "core/tree/context.h"
#include "core/thread/mark.h"
#include "core/thread/processor.h"
#include "core/thread/run.h"
#include "core/vthread/settle.h"
#include "core/tree/timeline.h"
#include "core/tree/times.h"

/* ---- the steps ------------------------------------------------------------------------------------------- */

/* What is mounted is about to be put aside: no other lane takes it meanwhile. So what is charged to it until then is
 * its own. Returns false when another lane was faster. In an event in line, which holds nothing (qp_mount_hold). */
static inline bool qp_mount_claim(struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    uint64_t owner = (uint64_t)(uintptr_t)lane;
    return lane->mounted == &cold->own || qp_context_hand(lane->mounted, owner, owner | QP_OWNER_PARKING);
}

/* It stays, after all. */
static inline void qp_mount_unclaim(struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    if (lane->mounted != &cold->own)
        qp_store_release(&lane->mounted->owner, (uint64_t)(uintptr_t)lane);
}

/* What it is in when it leaves its carrier for the reason, one of QPROF_REASON_*. */
static inline enum qp_context_state qp_mount_state(int reason)
{
    if (reason == QPROF_REASON_RESUMES)
        return QP_CONTEXT_BLOCKED;
    return (enum qp_context_state)(QP_CONTEXT_RUNNABLE + reason);
}

/* What is mounted, and was claimed, stops running here, for this reason. */
static inline void qp_mount_leave(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold,
                                  uint64_t now, int reason)
{
    struct qp_context *context = lane->mounted;
    uint64_t owner = (uint64_t)(uintptr_t)lane;
    if (context == &cold->own) {
        context->depth = (uint32_t)(lane->top - lane->bottom);
        return;
    }
    cold->before = context;
    context->depth = (uint32_t)(lane->top - lane->bottom);
    uint32_t top = qp_lane_reference(lane, qp_frame_node(lane->top));
    context->top = top;
    qp_times_advance(product, cold, context, now);
    float slice = (float)(int64_t)(now - cold->slice); /* of an unsigned number it takes a branch */
    if (slice > context->longest)
        context->longest = slice;
    qp_store_relaxed(&context->state, (uint8_t)qp_mount_state(reason));
    qp_store_release(&context->owner, owner | QP_OWNER_PARKED); /* pairs with take_over, and with wakes */
    qp_timeline_leave(lane, product, reason, top, now);
}

/* Control goes from what is mounted, a virtual thread or the thread's own stack, to the context, for this reason. */
static inline void qp_mount_pass(const struct qp_lane *lane, struct qp_lane_cold *cold, int reason,
                                 const struct qp_context *to)
{
    uint32_t count = cold->resumer_count;
    cold->entered = reason;
    if (reason == QPROF_REASON_RESUMES)
        cold->resumers[cold->resumer_count++ % QP_LANE_RESUMERS] = lane->mounted;
    else if (count > 0 && cold->resumers[(count - 1) % QP_LANE_RESUMERS] == to)
        cold->resumer_count--;
}

/* The lane works on the context, which is its own, from now on. */
static inline void qp_mount_enter(struct qp_lane *lane, enum qp_product product, struct qp_lane_cold *cold,
                                  struct qp_context *context, uint64_t virtual_id, uint64_t now)
{
    bool own = context == &cold->own;
    qp_store_relaxed(&context->since, now); /* here and elsewhere: one that wakes it may look */
    qp_store_relaxed(&context->state, QP_CONTEXT_RUNNING);
    cold->slice = now;
    qp_context_bind(lane, context);
    lane->virtual_id = virtual_id;
    bool guessed = own || qp_load_relaxed(&qp_runs[product].told) == QP_TOLD_NEVER;
    lane->patience = guessed ? qp_load_relaxed(&qp_processor_gap) : UINT32_MAX;
    if (!own)
        qp_timeline_put(lane, product, QP_EVENT_RUN, qp_lane_reference(lane, context), now);
}

/* ---- whatever is in the way ------------------------------------------------------------------------------ */

/* Let the lane work on the virtual thread, which is made if it is new; what was mounted leaves for this reason, at the
 * lane's last tick if it was charged until the event. Returns 0, or -1 when there is no room: then the thread's own
 * stack is mounted. */
int qp_mount(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, int reason, bool charged);

/* The same, at the word of what is mounted: who resumes it first is known. */
int qp_mount_resumed(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, int reason, bool charged);

/* An event about another virtual thread, most of whose time is the recorder's: its beginning and end fall to the
 * function on top, which counts such events. */
void qp_mount_count_announced(struct qp_lane *lane, enum qp_product product);

/* Let the mounted virtual thread, which has got its group, run from now on: the time since the lane's last tick is the
 * recorder's, and the virtual thread was runnable in it. */
void qp_mount_begin_to_run(struct qp_lane *lane, enum qp_product product);

/* What is mounted ends while it runs: the virtual thread that resumed it and waits for it goes on; if there is none,
 * the thread's own stack is mounted. charged: the lane's last tick is that of the event. */
void qp_mount_ends(struct qp_lane *lane, enum qp_product product, bool charged);

/* Let the lane work on the thread's own stack. */
void qp_mount_own(struct qp_lane *lane, enum qp_product product, int reason);

/* The lane's thread or run ends: what is mounted runs nowhere from the lane's last tick on. */
void qp_mount_stop(struct qp_lane *lane, enum qp_product product);

/* Where another lane has taken over what was mounted, the thread is on its own stack. A virtual thread of which this
 * lane recorded something later, runs on two threads. */
void qp_mount_lost(struct qp_lane *lane, enum qp_product product);

/* Count a virtual thread on two threads now, while events are held, so that a copy of the data file need not wait for
 * the lane's next event. It is counted once. */
void qp_mount_count_lost(struct qp_lane *lane, enum qp_product product);

/* An event that does not name what is mounted may charge time to it, while a client that obeys the rules has it run on
 * another thread already: no other lane takes it until the end of the event. The second ends that, and where the event
 * did name it, looks whether another lane has taken it meanwhile. */
void qp_mount_hold(struct qp_lane *lane, enum qp_product product);
void qp_mount_release(struct qp_lane *lane, enum qp_product product);

/* The frame on top may be another: the mounted virtual thread's state follows it. */
void qp_mount_follow_top(struct qp_lane *lane, enum qp_product product);

/* A virtual thread that is not mounted here left its carrier for this reason, and runs nowhere. */
void qp_mount_put_aside(struct qp_lane *lane, enum qp_product product, struct qp_context *context, int reason);

/* The virtual thread, which is mounted nowhere, has ended at this tick: add up its life. */
void qp_mount_end(struct qp_lane *lane, enum qp_product product, struct qp_context *context, uint64_t now);

/* Add up a virtual thread's times at the end of the run, with no event under way. lane is any of the run. */
void qp_mount_finish(struct qp_lane *lane, enum qp_product product, struct qp_context *context);

/* A new epoch, which begins at the lane's last tick: the mounted stack's path is found again below its new root. */
void qp_mount_epoch(struct qp_lane *lane, enum qp_product product, const struct qp_mark *mark);

#endif
