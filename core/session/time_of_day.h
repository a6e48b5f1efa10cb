/* time_of_day.h - the time base of recorded events in seconds since 1970.
 *
 * The time base is set to the time of day once, and advances with the monotonic clock from then on. */
#pragma once

#include "base/attribute.h"

#include <stdint.h>

/* Begin a data file at this time of the monotonic clock. Return that time in nanoseconds since 1970. */
uint64_t qp_time_of_day_begin(uint64_t monotonic_ns);

/* qp_time_of_day_now returns the time now, and is async-signal-safe. qp_time_of_day_start returns the time at which
 * this process's data file began, 0 before that. Any thread may call these functions. */
QP_SHARED double qp_time_of_day_now(void);
QP_SHARED double qp_time_of_day_start(void);

/* Record a further pair of simultaneous readings of both clocks in the data file. Do not call this in an event. */
QP_SHARED void qp_time_of_day_sync(void);
