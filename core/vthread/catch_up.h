/* catch_up.h - what a lane missed: the marks (pause, resume, clear, phase) that were set since its last event. */
#ifndef QP_VTHREAD_CATCH_UP_H
#define QP_VTHREAD_CATCH_UP_H

#include "core/thread/lane.h"

/* Work through the marks. By the lane's thread, in an event. */
void qp_catch_up(struct qp_lane *lane, enum qp_product product);

/* Charge the time since the last event of a lane whose thread or timed run ends at the tick now. No event is under way.
 */
void qp_catch_up_at_end(struct qp_lane *lane, enum qp_product product, uint64_t now);

/* The same for a lane whose clock cannot be read: no time passed since its last event. The file may go on with another
 * run, in which its virtual threads have no part. */
void qp_catch_up_give_up(struct qp_lane *lane, enum qp_product product);

/* The lane's part in its ledger is over: nothing is charged any more. */
void qp_catch_up_stop_clock(struct qp_lane *lane);

#endif
