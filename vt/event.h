/* event.h - declarations that all public functions of libvt need: VT.h and the thread state.
 *
 * An event on the slow path passes its thread state, with the busy flag set, to the log. If recording is off for the
 * thread, or if the thread is in another event, the event cannot begin. Then it passes NULL instead of the thread
 * state, and the log returns the error that VT.h specifies. */
#pragma once

#pragma GCC visibility push(default)
#include "VT.h"
#pragma GCC visibility pop

#include "base/atomic.h"
#include "core/thread/tstate.h"
#include "core/carrier/slow.h"

/* Store an output argument, unless the program passed NULL for it. */
static inline void vt_store(int *to, int value)
{
    if (to)
        *to = value;
}

/* Describe the public call of an event. */
#define VT_CALL(name) ((struct qp_call){(name), QP_VT, QP_EITHER})
