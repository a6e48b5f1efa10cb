/* safepoint.h - safepoints: send the next event of every thread down the slow path, or hold all events. */
#pragma once

#include "format/record.h"

/* Send the next event of every thread of the product down the slow path. */
void qp_safepoint_request(enum qp_product product);

/* Hold the events of all products until qp_safepoint_end, and wait until none is in progress except the caller's own:
 * only the caller may use what carriers share between products then. With the session lock; if a product ends, its
 * recording flag is 0 already. Without the cold lock, since an event may be waiting for it. */
void qp_safepoint_begin(void);
void qp_safepoint_end(void);
