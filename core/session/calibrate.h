/* calibrate.h - measurement of the recorder's overhead: ticks that a call adds to its callee and to its caller.
 *
 * The calling thread records events below a root that no report shows, and the result is stored in the file's header. A
 * calibration takes about 300 us, or 2 ms if events read the CPU clock. This time is charged to the recorder. If the
 * thread does not record, or the run's events take a path that cannot be measured, nothing happens. Call this with the
 * session lock, which also keeps the thread's signal handlers from recording events. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"
#include "qprof.h"

#include <stdbool.h>

/* Calibrate at the start of a run (`begins` is true) and at its end. The first calibration gives values to the file
 * of a run that is killed later. The second one replaces them in the header by values computed from both. */
void qp_calibrate(enum qp_product product, bool begins);

/* Measure the overhead of calls that the client plays (qprof_calibrate), instead of those measured at the run's start,
 * and use it for all calls of the run. Return false if the calling thread records nothing that can be measured. */
QP_SHARED bool qp_calibrate_client(enum qp_product product, qprof_Play *play, double more, void *user);
