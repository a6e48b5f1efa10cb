/* event.h - what the public functions of libvt stand on: VT.h, and the lane of the calling thread.
 *
 * An event that goes the slow way hands its lane to the log with the busy flag set, or NULL where it did not begin,
 * since the thread is off or in the middle of another event. The log says then what VT.h says of that. */
#ifndef QP_VT_EVENT_H
#define QP_VT_EVENT_H

#pragma GCC visibility push(default)
#include "VT.h"
#pragma GCC visibility pop

#include "base/atomic.h"
#include "core/thread/lane.h"
#include "core/carrier/slow.h"

/* The public call that an event came from. */
#define VT_CALL(name) ((struct qp_call){(name), QP_VT, QP_EITHER})

#endif
