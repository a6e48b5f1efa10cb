/* throttle.h - search for methods whose recording costs more than it measures (qprof_throttle).
 *
 * Both functions require the session lock. Call them without the cold lock, since they allocate memory. */
#pragma once

#include "format/record.h"

/* Store the ids of methods to throttle in `methods`, and mark them in the data file. Return their number, at most
 * `size`. Only the times since the previous call count. `budget` is the factor by which recording may slow the program
 * down. The product's run is timed. */
int qp_throttle_find(enum qp_product product, double budget, unsigned long *methods, int size);

/* Forget the previous call, since a run begins. */
void qp_throttle_reset(enum qp_product product);
