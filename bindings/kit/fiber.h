/* fiber.h - fibers, coroutines and generators as virtual threads: each has its frames (frames.h) and a number that no
 * other one gets.
 *
 * The order of calls in the life of one fiber:
 *
 *     kit_fiber_init       it is created
 *     kit_fiber_announce   at once, in the fiber that creates it; or before it runs first
 *     kit_fiber_switch     into it, out of it, as often as control passes
 *     kit_fiber_end        it ended, or was collected: control has passed to another fiber before
 *
 * For a run with virtual threads (kit_binding.virtual_threads), and a library that has qprof_vthread_suspend and
 * qprof_vthread_resume. The first fiber of a system thread is its own stack: it is announced and switched to as others
 * are. */
#ifndef KIT_FIBER_H
#define KIT_FIBER_H

#include "frames.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A new fiber without frames, which the library does not know yet. */
void kit_fiber_init(struct kit_frames *fiber);

/* Register it as a virtual thread, once in its life. The library takes the one that runs now as its parent. */
void kit_fiber_announce(struct kit_frames *fiber);

/* Pass control on the calling system thread: suspend `from` for a QPROF_REASON, and resume `to`. Either may be NULL:
 * none ran here; none runs next. The time until now belongs to the line that `from` runs. */
void kit_fiber_switch(const struct kit_frames *from, int reason, const struct kit_frames *to);

/* Its life is over: the library closes its open frames. kit_frames_fini gives the memory of its struct back. */
void kit_fiber_end(struct kit_frames *fiber);

/* The same, for a struct that is another fiber's from now on: it has another number. */
void kit_fiber_renew(struct kit_frames *fiber);

#ifdef __cplusplus
}
#endif

#endif
