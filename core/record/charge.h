/* charge.h - adds the ticks since a lane's last event to a node, where an event goes the slow way. By the lane's
 * thread, in an event. */
#ifndef QP_RECORD_CHARGE_H
#define QP_RECORD_CHARGE_H

#include "core/record/lane.h"

/* Charge the ticks since the last event to the node on top, unless paused. */
QP_SHARED void qp_charge(struct qp_lane *lane, enum qp_product product);

/* The same until the tick now, of a run that is timed; while paused they go to the pause. */
void qp_charge_until(struct qp_lane *lane, enum qp_product product, uint64_t now);

#endif
