/* settle.h - time and frames of a virtual thread that resumes or has ended.
 *
 * The time since the virtual thread was parked is added to its times and to the node on top. Its frames are moved to
 * the tree that the resuming carrier has for its current epoch. Only the thread that owns the carrier may call these
 * functions, during an event or at the end of the run. The carrier must own the context, which is not mounted. */
#pragma once

#include "core/thread/tstate.h"
#include "core/thread/mark.h"
#include "core/tree/node_extra.h"

/* ---- inline: its time --------------------------------------------------------------------------------------- */

/* Return the state of a virtual thread that is not mounted: blocked, waiting or runnable. If the context has another
 * state, a thread state wrote that state after it had lost the context. The virtual thread then counts as runnable. */
static inline enum qp_context_state qp_settle_state(const struct qp_context *context)
{
    enum qp_context_state state = (enum qp_context_state)qp_load_relaxed(&context->state);
    return QP_LIKELY(state == QP_CONTEXT_BLOCKED || state == QP_CONTEXT_WAITING) ? state : QP_CONTEXT_RUNNABLE;
}

/* Return the tick at which a virtual thread's suspension ended. The virtual thread must not be mounted. If it was
 * woken, this is the tick of the wake-up, and it has been runnable since. If it was not woken, return `now`. If it was
 * parked but not suspended, return the tick at which it was parked. A wake-up before the suspension does not count. */
static inline uint64_t qp_settle_woken(const struct qp_context *context, uint64_t now)
{
    uint64_t woken = qp_load_acquire(&context->woken); /* pairs with qp_wake_at, which stores the waker first */
    if (qp_settle_state(context) == QP_CONTEXT_RUNNABLE)
        return context->since;
    return woken > context->since && woken < now ? woken : now;
}

/* Add the times of a virtual thread that resumes. `suspended` and `runnable` are the numbers of recorded ticks that
 * it spent in these states. `switched` is true if the event unmounted another virtual thread. `extra` is the extra
 * record of the node on top, and `edge` counts the wake-ups of this node by the waker. `extra` and `edge` may be NULL.
 */
static inline void qp_settle_resume(struct qp_context *context, struct qp_node_extra_record *extra,
                                    struct qp_edge_record *edge, uint64_t suspended, uint64_t runnable, bool switched)
{
    enum qp_context_state state = qp_settle_state(context);
    context->times[QP_TIME_OF(state)] += suspended;
    context->times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)] += runnable;
    if (extra) {
        *(state == QP_CONTEXT_BLOCKED ? &extra->blocked : &extra->waiting) += suspended;
        extra->runnable += runnable;
        extra->resumed++;
        extra->switched += switched;
    }
    if (edge) {
        edge->count++;
        edge->suspended += suspended;
        edge->delayed += runnable;
    }
}

/* ---- all special cases ------------------------------------------------------------------------------------ */

/* Next step of a virtual thread that is mounted nowhere: it stays unmounted, it resumes, or it resumes in an event
 * that unmounted another virtual thread. */
enum qp_settle_end { QP_SETTLE_STAYS, QP_SETTLE_RESUMED, QP_SETTLE_SWITCHED };

/* Settle a virtual thread: move its frames to the carrier's tree, and add the time since it was parked. On the CPU
 * clock this time is 0. If the virtual thread ends, pass QP_SETTLE_STAYS. */
void qp_settle(struct qp_carrier *carrier, struct qp_context *context, uint64_t now, enum qp_settle_end end);

/* Add the time from context->since until the tick `until` to the context, and to the extra record of `node` unless
 * `node` is NULL. Until the virtual thread was woken, this time counts as suspended (blocked or waiting), afterwards as
 * runnable. If the virtual thread resumes, also count its delay and, if it was woken, the wake-up in the edge to its
 * waker. */
void qp_settle_until(struct qp_carrier *carrier, struct qp_context *context, struct qp_node *node, uint64_t until,
                     enum qp_settle_end end);

/* End the context's epoch at this mark: add the context's times to its group's lives record of the ended epoch,
 * unless a later clear discards that epoch. Then restart the times at `tick`. */
void qp_settle_end_epoch(struct qp_carrier *carrier, struct qp_context *context, const struct qp_mark *mark,
                         uint64_t tick);

/* End the context's epoch at each mark that was made since the context was mounted last, until it is in the
 * carrier's epoch. */
void qp_settle_epochs(struct qp_carrier *carrier, struct qp_context *context);

/* qp_settle_frames moves the frames from `bottom` to `top` into a tree that the carrier has for this epoch. This is
 * the tree of the virtual thread's group or, if it has no group, the tree of the system thread. qp_settle_place moves
 * all frames of a context that is not mounted, and returns the node on top. */
void qp_settle_frames(struct qp_carrier *carrier, struct qp_context *context, uint32_t epoch, struct qp_frame *bottom,
                      const struct qp_frame *top);
struct qp_node *qp_settle_place(struct qp_carrier *carrier, struct qp_context *context, uint32_t epoch);
