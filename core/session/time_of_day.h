/* time_of_day.h - the time base of recorded events in seconds since 1970.
 *
 * It runs with the monotonic clock and is set by the time of day once. */
#pragma once

#include "base/attribute.h"

#include <stdint.h>

/* Begin a data file at this time of the monotonic clock. Return the time in nanoseconds since 1970. */
uint64_t qp_time_of_day_begin(uint64_t monotonic_ns);

/* Return the time now, and the time at which this process's data file began (0 before). Any thread; the first is
 * async-signal-safe. */
QP_SHARED double qp_time_of_day_now(void);
QP_SHARED double qp_time_of_day_start(void);

/* Record the time on both clocks once more. Not to be called in events. */
QP_SHARED void qp_time_of_day_sync(void);
