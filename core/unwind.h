/* unwind.h - the return addresses of the calling thread's stack.
 *
 * Two ways. qp_unwind_place goes up step by step (step.h), as libunwind says; that is loaded at the first use, since
 * linked it would replace the host's _Unwind_* and backtrace. libunwind's own unw_backtrace is not called: it trusts a
 * frame pointer that was good before, and faults on one that was overwritten. Without libunwind, and from a frame that
 * is given, frame pointers are followed.
 *
 * Whatever registers and stack hold, nothing faults: what is read lies in the part of the thread's stack that is in
 * use, or the kernel reads it.
 *
 *                      prepare   place   frames
 *   signal handlers    never     ok*     ok        * through code that was unwound before; prepare makes it whole
 */
#ifndef QP_CORE_UNWIND_H
#define QP_CORE_UNWIND_H

#include <stdint.h>

/* The calling thread gets ready: loads libunwind if nobody did, takes memory. */
void qp_unwind_prepare(void);
int qp_unwind_is_ready(void);

/* From the place: the return address of a function that the caller stands in is the first one, those above follow.
 * Leaves out skip of them. Returns. How many were found, at most most. */
int qp_unwind_place(const void *place, int skip, uint64_t *addresses, int most);

/* The return address that is stored in this frame (RBP), and those of the frames that it leads to. The same. */
int qp_unwind_frames(const void *frame, int skip, uint64_t *addresses, int most);

#endif
