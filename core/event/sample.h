/* sample.h - sampled runs (-sample): the client reports the function on top from time to time, instead of all calls.
 *
 * The clock stands still between two samples. So the client can restore the stack with ordinary events, which take no
 * time, and the sample then charges all ticks since the previous one to the function on top. The ledgers add up as in
 * other runs. */
#pragma once

#include "base/attribute.h"
#include "core/thread/call.h"

/* Begin a sample: the client collects the stack from now until it records the sample; that time is the recorder's. */
QP_SHARED void qp_sample_begin(const struct qp_call *call);

/* Record a sample in a block of the function on top, -1 = block unknown. */
QP_SHARED void qp_sample(const struct qp_call *call, uint64_t virtual_id, int block);
