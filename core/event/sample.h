/* sample.h - sampled runs (-sample): instead of all calls, the client reports the function on top from time to time.
 *
 * The clock stands still between two samples. So the client can restore the stack with ordinary events, which take no
 * time, and the sample then charges all ticks since the previous one to the function on top. The ledgers add up as in
 * other runs. */
#pragma once

#include "base/attribute.h"
#include "core/thread/call.h"

/* Begin a sample. From now until the client records the sample it collects the stack, and its time is charged to the
 * recorder. */
QP_SHARED void qp_sample_begin(const struct qp_call *call);

/* Record a sample in this block of the function on top; -1 means that the block is unknown. */
QP_SHARED void qp_sample(const struct qp_call *call, uint64_t virtual_id, int block);
