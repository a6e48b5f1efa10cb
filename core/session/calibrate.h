/* calibrate.h - what the recorder itself costs: how many ticks a call adds to its callee and to its caller.
 *
 * Measured as the calling thread records, below a root that no report shows, and put into the header. Takes about
 * 300 us, and 2 ms where events read the CPU clock, which is the recorder's time. Nothing is done where the thread has
 * no lane, or the run's events differ from those that are known here. With the session's lock, which keeps the thread's
 * own handlers out. */
#ifndef QP_SESSION_CALIBRATE_H
#define QP_SESSION_CALIBRATE_H

#include "format/record.h"

/* At the start of a run, so that a killed one has it. */
void qp_calibrate_begin(enum qp_product product);

/* At its end: the header has what both ends tell together. */
void qp_calibrate_end(enum qp_product product);

#endif
