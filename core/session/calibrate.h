/* calibrate.h - what the recorder itself costs: how many ticks a pair of entry and exit adds. */
#ifndef QP_SESSION_CALIBRATE_H
#define QP_SESSION_CALIBRATE_H

#include "core/record/lane.h"

/* Measure it on the calling thread's lane (with busy = 1), below a root that no report shows, into the header. Takes
 * about 100 us. */
void qp_calibrate(struct qp_lane *lane, enum qp_product product);

#endif
