/* time_of_day.h - seconds since 1970 on the line that recorded events lie on: it runs as the monotonic clock does, and
 * is set by the time of day once. */
#ifndef QP_SESSION_TIME_OF_DAY_H
#define QP_SESSION_TIME_OF_DAY_H

#include "base/attribute.h"

#include <stdint.h>

/* A data file begins at this moment of the monotonic clock. Returns the same in nanoseconds since 1970. */
uint64_t qp_time_of_day_begin(uint64_t monotonic_ns);

/* The time now; any thread, signal handlers too. The time at which this process's data file began, 0 before. */
QP_SHARED double qp_time_of_day_now(void);
QP_SHARED double qp_time_of_day_start(void);

/* Take the time on both clocks once more. Not from events. */
QP_SHARED void qp_time_of_day_sync(void);

#endif
