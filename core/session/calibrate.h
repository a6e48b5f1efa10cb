/* calibrate.h - what the recorder itself costs: how many ticks a call adds to its callee and to its caller. */
#ifndef QP_SESSION_CALIBRATE_H
#define QP_SESSION_CALIBRATE_H

#include "data/record.h"

/* Measure it as the calling thread records, below a root that no report shows, and join the result with what was
 * measured before in the header: at the start of a run, so that a killed one has it, and at its end. Takes about 200
 * us, and a few ms where events read the CPU clock. Nothing is done where the thread has no lane, or the run's events
 * differ from those that are known here. With the session's lock, which keeps the thread's own handlers out. */
void qp_calibrate(enum qp_product product);

#endif
