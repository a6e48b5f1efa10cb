/* event.h - common includes of libvt's public functions: VT.h and the thread state.
 *
 * An event on the slow path passes its thread state with the busy flag set to the log, or NULL if it did not begin,
 * since the thread is off or in another event. The log then returns the error that VT.h specifies. */
#pragma once

#pragma GCC visibility push(default)
#include "VT.h"
#pragma GCC visibility pop

#include "base/atomic.h"
#include "core/thread/tstate.h"
#include "core/carrier/slow.h"

/* Store an output, unless the program does not want it. */
static inline void vt_store(int *to, int value)
{
    if (to)
        *to = value;
}

/* Describe the public call of an event. */
#define VT_CALL(name) ((struct qp_call){(name), QP_VT, QP_EITHER})
