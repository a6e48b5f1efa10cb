/* charge.h - adds the ticks since a lane's last event to a node, where an event goes the slow way. By the lane's
 * thread, in an event. */
#ifndef QP_VTHREAD_CHARGE_H
#define QP_VTHREAD_CHARGE_H

#include "core/thread/lane.h"

/* Charge the ticks since the last event to the node on top, unless paused, or in a sampled run (sample.h). */
QP_SHARED void qp_charge(struct qp_lane *lane, enum qp_product product);

/* Charge them to the recorder, unless paused, or within its time (recorder_time.h) already, or on the CPU clock, of
 * which a reading takes longer than what is to be measured. Returns how many they are. */
uint64_t qp_charge_recorder(struct qp_lane *lane, enum qp_product product);

/* Charge them until the tick now, of a run that is timed; while paused they go to the pause. */
void qp_charge_until(struct qp_lane *lane, enum qp_product product, uint64_t now);

#endif
