/* fiber.h - fibers, coroutines and generators as virtual threads: each has its frames (frames.h) and a unique number.
 *
 * Order of calls in the life of a fiber:
 *
 *     kit_fiber_init       when it is created
 *     kit_fiber_announce   at once, in the fiber that creates it; or before its first run
 *     kit_fiber_switch     into it and out of it, whenever control passes
 *     kit_fiber_end        when it ended or was collected, after control has passed to another fiber
 *
 * Requires a run with virtual threads (kit_binding.virtual_threads), and a library that has qprof_vthread_suspend and
 * qprof_vthread_resume. The first fiber of a system thread is the thread's own stack: announce and switch to it like
 * any other. */
#pragma once

#include "frames.h"

__BEGIN_DECLS

/* Initialize a fiber without frames; it is not registered with the library yet. */
void kit_fiber_init(struct kit_frames *fiber);

/* Register the fiber as a virtual thread, once in its life. Its parent is the virtual thread that runs now. */
void kit_fiber_announce(struct kit_frames *fiber);

/* Pass control on the calling system thread: suspend `from` for a QPROF_REASON, and resume `to`. `from` is NULL if no
 * fiber ran here, `to` if none runs next. The time until now is charged to the current line of `from`. */
void kit_fiber_switch(const struct kit_frames *from, int reason, const struct kit_frames *to);

/* End the fiber: the library closes its open frames. kit_frames_fini frees the memory of its struct. */
void kit_fiber_end(struct kit_frames *fiber);

/* End the fiber and use its struct for a new fiber, with another number. */
void kit_fiber_renew(struct kit_frames *fiber);

__END_DECLS
