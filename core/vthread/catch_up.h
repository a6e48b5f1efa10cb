/* catch_up.h - processing of the marks that a thread has not seen yet: pause, resume, clear and phase. */
#pragma once

#include "core/thread/tstate.h"

/* Process the marks added since the thread's last event. Only the thread that owns the thread state may call this,
 * during an event. */
void qp_catch_up(struct qp_tstate *tstate, enum qp_product product);

/* Charge the time from the thread state's last event until the tick `now`, at which the thread or the timed run
 * ends. No event may be in progress. From this call until qp_catch_up_stop_clock, readers of the file see an event in
 * progress. */
void qp_catch_up_at_end(struct qp_tstate *tstate, enum qp_product product, uint64_t now);

/* End a thread state whose clock cannot be read: unmount its context, and charge no time after its last event. The
 * context is unmounted so that its virtual thread takes no part in another run in the same file. */
void qp_catch_up_give_up(struct qp_tstate *tstate, enum qp_product product);

/* Stop the clock of the thread state's ledger. Nothing is charged after that. */
void qp_catch_up_stop_clock(struct qp_tstate *tstate);
