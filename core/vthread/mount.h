/* mount.h - the shadow stack that a thread state works on: mounting and unmounting virtual threads.
 *
 * Only the thread that owns the thread state may call these functions, during an event. The steps of a switch are
 * inline functions. switch.h combines them for common switches, mount.c for all others.
 *
 * The owner of a virtual thread's context is one of these values. `address` is that of a thread state:
 *
 *   0                    no thread state has had the context yet
 *   address              this thread state has the context mounted
 *   address | PARKED     this thread state had the context mounted last; now the context is mounted nowhere
 *   address | PARKING    this thread state still has the context mounted, and either has claimed it for its event, or
 *                        another thread state is taking the context over
 *
 * To take over a context that another thread state has mounted, a thread state changes the owner (migrate.h). The other
 * thread state notices the loss at its next event, since each event checks the owner. */
#pragma once

#include "core/tree/context.h"
#include "core/thread/mark.h"
#include "core/thread/processor.h"
#include "core/thread/run.h"
#include "core/vthread/settle.h"
#include "core/tree/timeline.h"
#include "core/tree/times.h"

/* ---- the steps ------------------------------------------------------------------------------------------- */

/* Claim the mounted context before it is unmounted. No other thread state can take a claimed context, so time may be
 * charged to it. Return false if another thread state has just taken the context. Events on the slow path usually hold
 * the context already (qp_mount_hold). */
static inline bool qp_mount_claim(struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    uint64_t owner = qp_tstate_address(tstate);
    return tstate->mounted == &cold->own || qp_context_hand(tstate->mounted, owner, owner | QP_OWNER_PARKING);
}

/* Undo the claim: the context stays mounted. */
static inline void qp_mount_unclaim(struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    if (tstate->mounted != &cold->own)
        qp_store_release(&tstate->mounted->owner, qp_tstate_address(tstate));
}

/* Return the state of a virtual thread that has left its carrier for this reason (QPROF_REASON_*). */
static inline enum qp_context_state qp_mount_state(int reason)
{
    if (reason == QPROF_REASON_RESUMES)
        return QP_CONTEXT_BLOCKED;
    return (enum qp_context_state)(QP_CONTEXT_RUNNABLE + reason);
}

/* Unmount the claimed context, which stops running here for this reason (QPROF_REASON_*). */
static inline void qp_mount_leave(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold,
                                  uint64_t now, int reason)
{
    struct qp_context *context = tstate->mounted;
    uint64_t owner = qp_tstate_address(tstate);
    if (context == &cold->own) {
        context->depth = (uint32_t)(tstate->top - tstate->bottom);
        return;
    }
    cold->before = context;
    context->depth = (uint32_t)(tstate->top - tstate->bottom);
    uint32_t top = qp_tstate_reference(tstate, qp_frame_node(tstate->top));
    context->top = top;
    qp_times_advance(product, cold, context, now);
    float slice = (float)(int64_t)(now - cold->slice); /* signed, since the conversion of an unsigned number to float
                                                        * needs a branch */
    if (slice > context->longest)
        context->longest = slice;
    qp_store_relaxed(&context->state, (uint8_t)qp_mount_state(reason));
    qp_store_release(&context->owner, owner | QP_OWNER_PARKED); /* pairs with qp_migrate, and with qp_wake_at */
    qp_timeline_leave(tstate, product, reason, top, now);
}

/* Record that control passes from the mounted context (a virtual thread or the thread's own stack) to the context
 * `to`. The mounted context stops for this reason (QPROF_REASON_*). */
static inline void qp_mount_pass(const struct qp_tstate *tstate, struct qp_tstate_cold *cold, int reason,
                                 const struct qp_context *to)
{
    uint32_t count = cold->resumer_count;
    cold->entered = reason;
    if (reason == QPROF_REASON_RESUMES)
        cold->resumers[cold->resumer_count++ % QP_TSTATE_RESUMERS] = tstate->mounted;
    else if (count > 0 && cold->resumers[(count - 1) % QP_TSTATE_RESUMERS] == to)
        cold->resumer_count--;
}

/* Mount the context, which the thread state owns. */
static inline void qp_mount_enter(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold,
                                  struct qp_context *context, uint64_t virtual_id, uint64_t now)
{
    bool own = context == &cold->own;
    qp_store_relaxed(&context->since, now); /* atomic here and elsewhere, since a thread that wakes the virtual
                                             * thread may read `since` */
    qp_store_relaxed(&context->state, QP_CONTEXT_RUNNING);
    cold->slice = now;
    qp_context_bind(tstate, context);
    tstate->virtual_id = virtual_id;
    bool guessed = own || qp_load_relaxed(&qp_runs[product].waits) == QP_WAITS_UNREPORTED;
    tstate->patience = guessed ? qp_load_relaxed(&qp_processor_gap) : UINT32_MAX;
    if (!own)
        qp_timeline_put(tstate, product, QP_EVENT_RUN, qp_tstate_reference(tstate, context), now);
}

/* ---- all special cases ------------------------------------------------------------------------------------ */

/* Mount the virtual thread, and make it if it is new. The context mounted so far leaves its carrier for this reason.
 * If `charged` is true, time was already charged in this event, and the context leaves at the thread state's last tick;
 * otherwise it leaves now. Return 0, or -1 if there is no room; the thread's own stack is mounted then. */
int qp_mount(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id, int reason, bool charged);

/* Mount the virtual thread as qp_mount does. If this is the virtual thread's first resume, record its resumer: the
 * function on top of the context that was mounted until now. */
int qp_mount_resumed(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id, int reason, bool charged);

/* Count one more event about another virtual thread in the node of the function on top. Most of the event's time is
 * charged to the recorder, but the beginning and the end of the event are charged to the function. Readers use the
 * count to subtract this part. */
void qp_mount_count_announced(struct qp_tstate *tstate, enum qp_product product);

/* Begin to run the mounted virtual thread, after it has joined its group. The time since the thread state's last
 * tick is charged to the recorder. In the times of the virtual thread it counts as runnable. */
void qp_mount_begin_to_run(struct qp_tstate *tstate, enum qp_product product);

/* Unmount the mounted virtual thread, which ends while it runs. If the virtual thread that resumed it is waiting for
 * its return, mount that resumer, otherwise the thread's own stack. `charged` has the same meaning as in qp_mount. */
void qp_mount_end_running(struct qp_tstate *tstate, enum qp_product product, bool charged);

/* Mount the thread's own stack. `reason` and `charged` have the same meaning as in qp_mount. */
void qp_mount_own(struct qp_tstate *tstate, enum qp_product product, int reason, bool charged);

/* Unmount the mounted context at the end of the thread or run. The context stops running at the thread state's last
 * tick. */
void qp_mount_stop(struct qp_tstate *tstate, enum qp_product product);

/* If another thread state has taken over the mounted context, mount the thread's own stack. If this thread state has
 * recorded events of the lost virtual thread after the takeover, two threads run it at once, which is counted as
 * misuse. */
void qp_mount_lost(struct qp_tstate *tstate, enum qp_product product);

/* Count the misuse that qp_mount_lost would count at the thread's next event, so that a copy of the data file contains
 * the count. Call this while events are held. The misuse is counted only once. */
void qp_mount_count_lost(struct qp_tstate *tstate, enum qp_product product);

/* Hold the mounted context: no other thread state can take it until qp_mount_release, at the end of the event. An
 * event that does not name the mounted virtual thread must hold the mounted context: the event charges time to the
 * virtual thread, but the client may already run the virtual thread on another thread. An event that names the mounted
 * virtual thread does not hold it; qp_mount_release then checks if another thread state has taken the context during
 * the event. */
void qp_mount_hold(struct qp_tstate *tstate, enum qp_product product);
void qp_mount_release(struct qp_tstate *tstate, enum qp_product product);

/* Update the mounted virtual thread's state after the top frame may have changed. */
void qp_mount_follow_top(struct qp_tstate *tstate, enum qp_product product);

/* Park a virtual thread that is not mounted on this thread state. The virtual thread has left its carrier for this
 * reason (QPROF_REASON_*), and runs nowhere now. */
void qp_mount_park(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                   int reason);

/* End a virtual thread that is mounted nowhere: add its times until the tick `now` to the times of its group. */
void qp_mount_end(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                  uint64_t now);

/* At the end of the run, add the time since a virtual thread was parked to its times. No event may be in progress;
 * `tstate` may be any thread state of the run. */
void qp_mount_finish(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context);

/* Begin the mark's epoch at the thread state's last tick, and move the mounted stack to nodes below the epoch's
 * root. */
void qp_mount_epoch(struct qp_tstate *tstate, enum qp_product product, const struct qp_mark *mark);
