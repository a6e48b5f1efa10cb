/* unwind.h - the return addresses of the calling thread's stack.
 *
 * The addresses are found step by step (step.h) with libunwind. The library is loaded at its first use, since linking
 * it would replace the host's _Unwind_* and backtrace. Its function unw_backtrace is not used: it faults if a frame
 * pointer that was valid earlier has been overwritten. If libunwind must not be used or is missing, frame pointers are
 * followed.
 *
 * No memory access faults, whatever the registers and the stack contain: words in the used part of the thread's stack
 * are read directly, other words by a system call (stack.h).
 *
 * Signal handlers may always call qp_unwind_frame without use_libunwind. If the thread was prepared, they may also call
 * qp_unwind_call_site, and qp_unwind_frame with use_libunwind. They may never call qp_unwind_prepare. */
#pragma once

#include "base/attribute.h"

#include <stdbool.h>
#include <stdint.h>

/* Prepare the calling thread: load libunwind if no thread has done so, and allocate memory. */
QP_SHARED void qp_unwind_prepare(void);
QP_SHARED bool qp_unwind_is_ready(void);

/* Collect return addresses outwards from `call_site`, the return address of one of the callers. `call_site` itself
 * is the first address. Leave out the first `skip` addresses. Return the number of collected addresses, at most `most`.
 */
int qp_unwind_call_site(const void *call_site, int skip, uint64_t *addresses, int most);

/* Collect return addresses outwards from this frame (a value of RBP). The first address is the frame's own return
 * address. libunwind is used only if use_libunwind is true. `skip`, `most` and the result are as in
 * qp_unwind_call_site. */
int qp_unwind_frame(const void *frame, int skip, uint64_t *addresses, int most, bool use_libunwind);

/* Collect the addresses of the code that a signal interrupted, from the ucontext_t of the signal handler that calls
 * this: first the interrupted address itself, then return addresses outwards. Return their number, at most `most`. */
QP_SHARED int qp_unwind_context(const void *context, uint64_t *addresses, int most);
