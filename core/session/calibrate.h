/* calibrate.h - measurement of the recorder's overhead: ticks that a call adds to its callee and to its caller.
 *
 * The calling thread records events below a root that no report shows, and the result is stored in the file's header. A
 * calibration takes about 300 us, or 2 ms if events read the CPU clock. This time is charged to the recorder. If the
 * thread does not record, or the run's events take a path that cannot be measured, nothing happens. Call this with the
 * session lock, which also keeps the thread's signal handlers from recording events. */
#pragma once

#include "format/record.h"

#include <stdbool.h>

/* Calibrate at the start of a run (`begins` is true) and at its end. The first calibration gives values to the file
 * of a run that is killed later. The second one replaces them in the header by values computed from both. */
void qp_calibrate(enum qp_product product, bool begins);
