/* settle.h - settling of a virtual thread that resumes or has ended.
 *
 * Its time since it was parked is added to it and to the node on top, and its frames are moved to the tree of the
 * carrier that resumes it, in the carrier's epoch. By the owner of the carrier, in an event, or at the end of the run;
 * the context belongs to the carrier, and is not mounted. */
#pragma once

#include "core/thread/tstate.h"
#include "core/thread/mark.h"
#include "core/tree/node_extra.h"

/* ---- inline: its time --------------------------------------------------------------------------------------- */

/* Return the state of a virtual thread that is not mounted: blocked, waiting or runnable. Any other value was written
 * by a thread state that had already lost it. */
static inline enum qp_context_state qp_settle_state(const struct qp_context *context)
{
    enum qp_context_state state = (enum qp_context_state)qp_load_relaxed(&context->state);
    return QP_LIKELY(state == QP_CONTEXT_BLOCKED || state == QP_CONTEXT_WAITING) ? state : QP_CONTEXT_RUNNABLE;
}

/* Return the tick at which a virtual thread that is not mounted was woken: its suspension ends there, and it is
 * runnable until it resumes. A wake-up from before the suspension does not count. */
static inline uint64_t qp_settle_woken(const struct qp_context *context, uint64_t now)
{
    uint64_t woken = qp_load_acquire(&context->woken); /* pairs with qp_wake_at: the waker is known */
    if (qp_settle_state(context) == QP_CONTEXT_RUNNABLE)
        return context->since;
    return woken > context->since && woken < now ? woken : now;
}

/* Add the times of a virtual thread that resumes. suspended and runnable are its recorded ticks in these states;
 * switched: the event unmounted another one. extra is the record of the node on top, edge that to its waker; each may
 * be NULL. */
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

/* Next step of a virtual thread that is mounted nowhere: it stays so, resumes, or resumes in an event that unmounted
 * another one. */
enum qp_settle_end { QP_SETTLE_STAYS, QP_SETTLE_RESUMED, QP_SETTLE_SWITCHED };

/* Settle a virtual thread: move its frames to the carrier, and add its time until now. On the CPU clock it took none. A
 * virtual thread that ends does not resume. */
void qp_settle(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context, uint64_t now,
               enum qp_settle_end end);

/* Add the time until this tick, in which it was in its state, or runnable since it was woken; the node's share is made
 * if there is a node. If it resumes, its delay and its waker are counted. */
void qp_settle_until(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                     struct qp_node *node, uint64_t until, enum qp_settle_end end);

/* End the context's epoch at this mark: its numbers count there, unless a clear came after, and its times begin again
 * at the tick. */
void qp_settle_end_epoch(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                         const struct qp_mark *mark, uint64_t tick);

/* Bring the context into the carrier's epoch. */
void qp_settle_epochs(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context);

/* Move the frames, bottom to top, to the carrier's tree of this epoch; without a group that is the thread's own tree.
 * qp_settle_place finds the frames itself, and returns the node on top. */
void qp_settle_frames(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context, uint32_t epoch,
                      struct qp_frame *bottom, const struct qp_frame *top);
struct qp_node *qp_settle_place(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                                uint32_t epoch);
