/* unwind.h - the return addresses of the calling thread's stack.
 *
 * They are found step by step (step.h) with libunwind, which is loaded at the first use: linked, it would replace the
 * host's _Unwind_* and backtrace. unw_backtrace is not used, since it trusts a frame pointer that was valid before and
 * faults if it was overwritten. If libunwind must not be used or is missing, frame pointers are followed.
 *
 * Nothing faults, whatever registers and stack contain: memory is read in the used part of the thread's stack, or
 * through the kernel.
 *
 * In signal handlers: prepare never; frame always, if use_libunwind is false; call_site and frame in general only if
 * the thread was prepared. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Prepare the calling thread: load libunwind if nobody did, allocate memory. */
void qp_unwind_prepare(void);
bool qp_unwind_is_ready(void);

/* Collect return addresses, starting with call_site, a return address of a caller's function, then those above, without
 * the first skip ones. Return their number, at most most. */
int qp_unwind_call_site(const void *call_site, int skip, uint64_t *addresses, int most);

/* Collect return addresses, starting with the one stored in this frame (RBP), then those above, with libunwind only if
 * use_libunwind is set. Skips and returns as above. */
int qp_unwind_frame(const void *frame, int skip, uint64_t *addresses, int most, bool use_libunwind);
