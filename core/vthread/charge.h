/* charge.h - charging of the ticks since a thread state's last event, on the slow path.
 *
 * Only the thread that owns the thread state may call these functions, during an event. */
#pragma once

#include "core/thread/tstate.h"

/* Charge the ticks since the last event to the node on top. Nothing is charged in a pause or in a sampled run
 * (sample.h). */
QP_SHARED void qp_charge(struct qp_tstate *tstate, enum qp_product product);

/* Charge the ticks since the last event to the recorder, and return their number. In a pause, within recorder time
 * (recorder_time.h), in a sampled run and on the CPU clock, charge nothing and return 0. Reading the CPU clock would
 * take longer than the time to be measured. */
uint64_t qp_charge_recorder(struct qp_tstate *tstate, enum qp_product product);

/* Charge the ticks from the last event until `now`, in a timed run. In a pause, these ticks count as paused time. */
void qp_charge_until(struct qp_tstate *tstate, enum qp_product product, uint64_t now);
