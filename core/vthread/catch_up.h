/* catch_up.h - marks (pause, resume, clear, phase) that a thread has not processed yet. */
#pragma once

#include "core/thread/tstate.h"

/* Process the marks added since the thread's last event. By the thread state's thread, in an event. */
void qp_catch_up(struct qp_tstate *tstate, enum qp_product product);

/* Charge the time since the last event of a thread state whose thread or timed run ends at the tick now. No event is in
 * progress. */
void qp_catch_up_at_end(struct qp_tstate *tstate, enum qp_product product, uint64_t now);

/* Same, for a thread state whose clock cannot be read: no time passed since its last event. The file may be used for
 * another run, in which its virtual threads have no part. */
void qp_catch_up_give_up(struct qp_tstate *tstate, enum qp_product product);

/* Stop the ledger's clock for the thread state: nothing is charged any more. */
void qp_catch_up_stop_clock(struct qp_tstate *tstate);
