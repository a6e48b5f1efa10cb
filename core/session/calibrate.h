/* calibrate.h - measurement of the recorder's overhead: ticks that a call adds to its callee and to its caller.
 *
 * The calling thread records events below a root that no report shows, and the result is stored in the file's header. A
 * calibration takes about 300 us, or 2 ms if events read the CPU clock. This time is charged to the recorder. Nothing
 * is measured if the thread has no thread state or the run's events are of an unknown kind. Call this with the session
 * lock, which also excludes the thread's signal handlers. */
#pragma once

#include "format/record.h"

#include <stdbool.h>

/* Calibrate at the start of a run (`begins` is true), so that a killed run has values, or at its end; then the
 * header gets the result of both calibrations. */
void qp_calibrate(enum qp_product product, bool begins);
