/* lane_run.h - a lane in a run: made ready when its thread attaches, closed when the thread ends. */
#ifndef QP_CARRIER_LANE_RUN_H
#define QP_CARRIER_LANE_RUN_H

#include "core/thread/lane.h"

/* Make the lane of a product ready for the present run, in the carrier's own tree, but for its limits. The lane is
 * busy. Returns false without room. */
bool qp_lane_run_begin(struct qp_carrier *carrier, enum qp_product product);

/* Charge what is open; the lane is in no run then, and not busy. */
void qp_lane_run_end(struct qp_carrier *carrier, enum qp_product product);

#endif
