/* catch_up.h - processing of the marks that a thread has not seen yet: pause, resume, clear and phase. */
#pragma once

#include "core/thread/tstate.h"

/* Process the marks added since the thread's last event. Only the thread that owns the thread state may call this,
 * during an event. */
void qp_catch_up(struct qp_tstate *tstate, enum qp_product product);

/* Charge the time from the thread state's last event until `now`, when its thread or its timed run ends. No event
 * may be in progress. Readers of the file see an event in progress from here until qp_catch_up_stop_clock. */
void qp_catch_up_at_end(struct qp_tstate *tstate, enum qp_product product, uint64_t now);

/* End a thread state whose clock cannot be read: unmount its context, and charge no time after its last event. So
 * its virtual threads take no part in another run in the same file. */
void qp_catch_up_give_up(struct qp_tstate *tstate, enum qp_product product);

/* Stop the clock of the thread state's ledger: nothing is charged afterwards. */
void qp_catch_up_stop_clock(struct qp_tstate *tstate);
