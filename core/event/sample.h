/* sample.h - runs that are sampled (-sample): what is on top now and then, in place of all calls.
 *
 * The clock stands still between two samples. So the client can put the stack in place by the events that there are,
 * which take no time, and the sample then charges all ticks since the one before to what is on top. The ledgers add up
 * as in other runs. */
#ifndef QP_EVENT_SAMPLE_H
#define QP_EVENT_SAMPLE_H

#include "base/attribute.h"
#include "core/thread/call.h"

/* The client looks for what runs from now until its next sample: that time is the recorder's. */
QP_SHARED void qp_sample_begin(const struct qp_call *call);

/* A sample in a block of the function on top, -1 = in none that is known. */
QP_SHARED void qp_sample(const struct qp_call *call, uint64_t virtual_id, int block);

#endif
