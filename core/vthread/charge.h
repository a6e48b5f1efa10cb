/* charge.h - charging of the ticks since a thread state's last event, on the slow path.
 *
 * By the thread state's thread, in an event. */
#pragma once

#include "core/thread/tstate.h"

/* Charge the ticks since the last event to the node on top, unless paused or in a sampled run (sample.h). */
QP_SHARED void qp_charge(struct qp_tstate *tstate, enum qp_product product);

/* Charge those ticks to the recorder, unless paused, within recorder time already (recorder_time.h), in a sampled run,
 * or on the CPU clock, of which a reading takes longer than the time to be measured. Return their number. */
uint64_t qp_charge_recorder(struct qp_tstate *tstate, enum qp_product product);

/* Charge the ticks up to the tick now, in a timed run; while paused they go to the pause. */
void qp_charge_until(struct qp_tstate *tstate, enum qp_product product, uint64_t now);
