/* settle.h - a virtual thread that goes on, or has ended: its time since it was put aside is told, to it and to the
 * node on top, and its frames lie in the tree of the carrier that it goes on with, in the carrier's epoch.
 *
 * By the owner of the carrier, in an event, or at the end of the run; the context is the carrier's, and not mounted. */
#ifndef QP_VTHREAD_SETTLE_H
#define QP_VTHREAD_SETTLE_H

#include "core/thread/lane.h"
#include "core/thread/mark.h"
#include "core/tree/node_extra.h"

/* ---- in line: its time ------------------------------------------------------------------------------------- */

/* The state of a virtual thread that is not mounted; any other was written by a lane that had lost it already. */
static inline enum qp_context_state qp_settle_state(const struct qp_context *context)
{
    enum qp_context_state state = (enum qp_context_state)qp_load_relaxed(&context->state);
    return QP_LIKELY(state == QP_CONTEXT_BLOCKED || state == QP_CONTEXT_WAITING) ? state : QP_CONTEXT_RUNNABLE;
}

/* When a virtual thread that is not mounted was woken: its suspension ends there, and it is runnable until it goes on.
 * A wake-up from before it was suspended is none. */
static inline uint64_t qp_settle_woken(const struct qp_context *context, uint64_t now)
{
    uint64_t woken = qp_load_acquire(&context->woken); /* pairs with wakes: the waker is known */
    if (qp_settle_state(context) == QP_CONTEXT_RUNNABLE)
        return context->since;
    return woken > context->since && woken < now ? woken : now;
}

/* It goes on; suspended and runnable is what was recorded of the time until then, and `switched` whether the event put
 * another one aside. The extra record is that of the node on top, the edge that to its waker; each may be NULL. */
static inline void qp_settle_go_on(struct qp_context *context, struct qp_node_extra_record *extra,
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

/* ---- whatever is in the way ------------------------------------------------------------------------------ */

/* A virtual thread that is mounted nowhere stays so, goes on, or goes on in an event that put another one aside. */
enum qp_settle_end { QP_SETTLE_STAYS, QP_SETTLE_RESUMED, QP_SETTLE_SWITCHED };

/* Its frames lie with the carrier from now on, and its time until now is told. On the CPU clock it took none. One that
 * ends does not go on. */
void qp_settle(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context, uint64_t now,
               enum qp_settle_end end);

/* The parts of it. It has been in its state, or runnable since it was woken, until then; its node's share is made where
 * there is a node. When it goes on, how long it was runnable counts, and who woke it. */
void qp_settle_until(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                     struct qp_node *node, uint64_t until, enum qp_settle_end end);

/* The epoch of a context is over with this mark: what it had counts there, unless a clear came after, and its times
 * begin again at the tick. */
void qp_settle_end_epoch(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                         const struct qp_mark *mark, uint64_t tick);

/* Bring it into the carrier's epoch. */
void qp_settle_epochs(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context);

/* Let its frames, bottom to top, lie in the carrier's tree of this epoch; without a group that is the thread's own. The
 * other finds them, and returns the node on top. */
void qp_settle_frames(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context, uint32_t epoch,
                      struct qp_frame *bottom, const struct qp_frame *top);
struct qp_node *qp_settle_place(struct qp_carrier *carrier, enum qp_product product, struct qp_context *context,
                                uint32_t epoch);

#endif
