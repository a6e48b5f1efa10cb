/* unwind.h - the return addresses of the calling thread's stack.
 *
 * They are found step by step (step.h), as libunwind tells. It is loaded at the first use: linked, it would replace the
 * host's _Unwind_* and backtrace. Its own unw_backtrace is not called: it trusts a frame pointer that was
 * good before, and faults on one that was overwritten. Where nobody may ask libunwind, or it is not there, frame
 * pointers are followed.
 *
 * Whatever registers and stack hold, nothing faults: what is read lies in the part of the thread's stack that is in
 * use, or the kernel reads it.
 *
 *                      prepare   call_site   frame
 *   signal handlers    never     ok*         ok       * ask is false, or the thread was prepared
 */
#ifndef QP_STACKS_UNWIND_H
#define QP_STACKS_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

/* The calling thread gets ready: loads libunwind if nobody did, takes memory. */
void qp_unwind_prepare(void);
bool qp_unwind_is_ready(void);

/* From the call site: the return address of a function that the caller stands in is the first one, those above follow.
 * Leaves out skip of them. Returns how many were found, at most most. */
int qp_unwind_call_site(const void *call_site, int skip, uint64_t *addresses, int most);

/* The return address that is stored in this frame (RBP), and those above; libunwind may be asked if ask is set. Skips
 * and returns as above. */
int qp_unwind_frame(const void *frame, int skip, uint64_t *addresses, int most, bool ask);

#endif
