/* mount.h - the shadow stack that a thread state works on: mounting and unmounting virtual threads.
 *
 * By the owner of the thread state, in an event. A virtual thread that another thread state has mounted is taken over
 * by setting its owner; that thread state notices at its next event, since it compares the owner each time. The steps
 * are inline functions, for switches that need no more than them (switch.h); mount.c combines them with all special
 * cases. */
#pragma once

#include "core/tree/context.h"
#include "core/thread/mark.h"
#include "core/thread/processor.h"
#include "core/thread/run.h"
#include "core/vthread/settle.h"
#include "core/tree/timeline.h"
#include "core/tree/times.h"

/* ---- the steps ------------------------------------------------------------------------------------------- */

/* Claim the mounted context before it is unmounted: no other thread state takes it meanwhile, so the time charged to it
 * until then is its own. Return false if another thread state was faster. For inline events, which hold nothing
 * (qp_mount_hold). */
static inline bool qp_mount_claim(struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    uint64_t owner = (uint64_t)(uintptr_t)tstate;
    return tstate->mounted == &cold->own || qp_context_hand(tstate->mounted, owner, owner | QP_OWNER_PARKING);
}

/* Undo the claim: the context stays mounted. */
static inline void qp_mount_unclaim(struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    if (tstate->mounted != &cold->own)
        qp_store_release(&tstate->mounted->owner, (uint64_t)(uintptr_t)tstate);
}

/* Return the state of a virtual thread that leaves its carrier for this reason, one of QPROF_REASON_*. */
static inline enum qp_context_state qp_mount_state(int reason)
{
    if (reason == QPROF_REASON_RESUMES)
        return QP_CONTEXT_BLOCKED;
    return (enum qp_context_state)(QP_CONTEXT_RUNNABLE + reason);
}

/* Unmount the claimed context: it stops running here, for this reason. */
static inline void qp_mount_leave(struct qp_tstate *tstate, enum qp_product product, struct qp_tstate_cold *cold,
                                  uint64_t now, int reason)
{
    struct qp_context *context = tstate->mounted;
    uint64_t owner = (uint64_t)(uintptr_t)tstate;
    if (context == &cold->own) {
        context->depth = (uint32_t)(tstate->top - tstate->bottom);
        return;
    }
    cold->before = context;
    context->depth = (uint32_t)(tstate->top - tstate->bottom);
    uint32_t top = qp_tstate_reference(tstate, qp_frame_node(tstate->top));
    context->top = top;
    qp_times_advance(product, cold, context, now);
    float slice = (float)(int64_t)(now - cold->slice); /* signed: converting an unsigned number takes a branch */
    if (slice > context->longest)
        context->longest = slice;
    qp_store_relaxed(&context->state, (uint8_t)qp_mount_state(reason));
    qp_store_release(&context->owner, owner | QP_OWNER_PARKED); /* pairs with qp_migrate, and with qp_wake_at */
    qp_timeline_leave(tstate, product, reason, top, now);
}

/* Pass control from the mounted context, a virtual thread or the thread's own stack, to the given one, for this
 * reason. */
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
    qp_store_relaxed(&context->since, now); /* atomic here and elsewhere: a waker may read it */
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

/* Mount the virtual thread, which is made if it is new. The previous context leaves for this reason, at the thread
 * state's last tick if time was charged until the event. Return 0, or -1 if there is no room: then the thread's own
 * stack is mounted. */
int qp_mount(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id, int reason, bool charged);

/* Same, if the mounted context resumes the virtual thread: its first resumer is then known. */
int qp_mount_resumed(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id, int reason, bool charged);

/* Count an event about another virtual thread. Most of its time is the recorder's; its beginning and end are charged to
 * the function on top, which counts such events. */
void qp_mount_count_announced(struct qp_tstate *tstate, enum qp_product product);

/* Let the mounted virtual thread, which has its group now, begin to run: the time since the thread state's last tick is
 * the recorder's, and the virtual thread was runnable in it. */
void qp_mount_begin_to_run(struct qp_tstate *tstate, enum qp_product product);

/* End the mounted virtual thread while it runs: the virtual thread that resumed it and waits for it resumes; if there
 * is none, the thread's own stack is mounted. charged: the thread state's last tick is that of the event. */
void qp_mount_end_running(struct qp_tstate *tstate, enum qp_product product, bool charged);

/* Mount the thread's own stack; reason and charged as in qp_mount. */
void qp_mount_own(struct qp_tstate *tstate, enum qp_product product, int reason, bool charged);

/* Unmount at the end of the thread or run: the mounted context runs nowhere from the thread state's last tick on. */
void qp_mount_stop(struct qp_tstate *tstate, enum qp_product product);

/* If another thread state has taken over the mounted context, mount the thread's own stack. If this thread state
 * recorded later events of that virtual thread, it runs on two threads, which is counted. */
void qp_mount_lost(struct qp_tstate *tstate, enum qp_product product);

/* Count a virtual thread on two threads now, while events are held, so that a copy of the data file need not wait for
 * the thread's next event. It is counted once. */
void qp_mount_count_lost(struct qp_tstate *tstate, enum qp_product product);

/* Hold the mounted context, so that no other thread state takes it until the end of the event: an event that does not
 * name it may charge time to it, while a client that obeys the rules already runs it on another thread.
 * qp_mount_release ends the hold; if the event did name the context, it checks whether another thread state has taken
 * it meanwhile. */
void qp_mount_hold(struct qp_tstate *tstate, enum qp_product product);
void qp_mount_release(struct qp_tstate *tstate, enum qp_product product);

/* Update the mounted virtual thread's state after the top frame may have changed. */
void qp_mount_follow_top(struct qp_tstate *tstate, enum qp_product product);

/* Park the virtual thread, which is not mounted here: it left its carrier for this reason and runs nowhere. */
void qp_mount_park(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                   int reason);

/* End the virtual thread, which is mounted nowhere, at this tick: add up its life. */
void qp_mount_end(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                  uint64_t now);

/* Add up a virtual thread's times at the end of the run, with no event in progress. The thread state is any of the
 * run. */
void qp_mount_finish(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context);

/* Begin a new epoch at the thread state's last tick: the mounted stack's path is found again below its new root. */
void qp_mount_epoch(struct qp_tstate *tstate, enum qp_product product, const struct qp_mark *mark);
