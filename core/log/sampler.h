/* sampler.h - counters that are read periodically, by the first thread that has an event after the due time.
 *
 * No timer is used. The horizons of thread states (tstate.h) send the first event after the due time down the slow
 * path, which reads the counters. All other events pay nothing. */
#pragma once

#include "base/atomic.h"
#include "base/clock.h"
#include "core/thread/trace.h"

#include <stdbool.h>

/* Read the counters' values for the time since the last call. Only one thread at a time makes this call, within an
 * event, possibly in a signal handler. Return a mask in which bit 1 << i is set if value i was read. */
typedef unsigned qp_sampler_read(double *values, uint64_t elapsed_ns);

#define QP_SAMPLER_MOST 8

/* Call `read` once per period, and log its values under the counters with these handles, which must be counters of
 * doubles. A period of 0 stops sampling. Call this only while no run records. */
QP_SHARED void qp_sampler_set(uint64_t period_ns, const int *handles, unsigned count, qp_sampler_read *read);

static inline bool qp_sampler_is_due(void)
{
    uint64_t due = qp_load_relaxed(&qp_trace_due);
    return due != UINT64_MAX && qp_clock_read() >= due;
}

/* Read and log the counters if they are due. This is called at the end of a slow event. */
void qp_sampler_run(struct qp_tstate *tstate);

/* Restart sampling in a new data file. */
void qp_sampler_reset(void);
