/* sampler.h - values that are read from time to time: by whichever thread's event comes first after they are due.
 *
 * There is no timer: the lanes' horizons (lane.h) send the first event after the due time the slow way. Other events
 * pay nothing. */
#ifndef QP_LOG_SAMPLER_H
#define QP_LOG_SAMPLER_H

#include "base/atomic.h"
#include "base/clock.h"
#include "core/thread/trace.h"

#include <stdbool.h>

/* Reads the values of the counters for the time since its last call. It is called in an event, by one thread at a time,
 * in signal handlers too. Returns bit 1 << i for each value that it has. */
typedef unsigned qp_sampler_read(double *values, uint64_t elapsed_ns);

#define QP_SAMPLER_MOST 8

/* Call read each period and log its values to the counters of these handles, which are counters of doubles. A period of
 * 0 ends that. Call it while nothing is recorded. */
QP_SHARED void qp_sampler_set(uint64_t period_ns, const int *handles, unsigned count, qp_sampler_read *read);

static inline bool qp_sampler_is_due(void)
{
    uint64_t due = qp_load_relaxed(&qp_trace_due);
    return due != UINT64_MAX && qp_clock_read() >= due;
}

/* At the end of a slow event. */
void qp_sampler_run(struct qp_lane *lane);

/* A new data file. */
void qp_sampler_reset(void);

#endif
