/* safepoint.h - safepoints, which send the next event of each thread down the slow path, or hold all events. */
#pragma once

#include "format/record.h"

#include <stdbool.h>

/* Send the next event of every thread of the product down the slow path. */
void qp_safepoint_request(enum qp_product product);

/* Hold the events of all products until qp_safepoint_end, and wait until no event but the caller's own is in progress.
 * Then the caller alone uses the data of all carriers. Call this with the session lock, but without the cold lock, for
 * which an event may be waiting. If a product's run ends, clear its recording flag first. */
void qp_safepoint_begin(void);
void qp_safepoint_end(void);

/* Return true if a thread did not leave its event when events were last held. Call this with the session lock. */
bool qp_safepoint_left_behind(void);
