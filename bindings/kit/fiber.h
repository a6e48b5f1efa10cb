/* fiber.h - fibers, coroutines and generators as virtual threads. Each has a number and a stack of frames (frames.h).
 *
 * Order of calls in the life of a fiber:
 *
 *     kit_fiber_init       when the fiber is created
 *     kit_fiber_announce   right after that, in the fiber that creates it; or later, before its first run
 *     kit_fiber_switch     whenever control passes into the fiber or out of it
 *     kit_fiber_end        when the fiber has ended or was collected, after control has passed to another fiber
 *
 * All these functions require a run with virtual threads (kit_binding.virtual_threads), and a library that has
 * qprof_vthread_suspend and qprof_vthread_resume. Treat a system thread's own stack as its first fiber: announce it and
 * switch to it like any other fiber. */
#pragma once

#include "frames.h"

__BEGIN_DECLS

/* Initialize a fiber without frames. kit_fiber_announce registers it with the library. */
void kit_fiber_init(struct kit_frames *fiber);

/* Register the fiber as a virtual thread, unless it is registered already. The library takes the virtual thread that
 * runs now as its creator. */
void kit_fiber_announce(struct kit_frames *fiber);

/* Switch fibers on the calling system thread: suspend `from` with this QPROF_REASON, then resume `to`. Pass NULL for
 * `from` if no fiber was running, and NULL for `to` if none runs next. The time up to now is charged to the current
 * line of `from`. */
void kit_fiber_switch(const struct kit_frames *from, int reason, const struct kit_frames *to);

/* End the fiber: the library closes its open frames. Call kit_frames_fini afterwards to free the memory of the
 * frames. */
void kit_fiber_end(struct kit_frames *fiber);

/* End the fiber, then reuse its struct for a new fiber with a new number. */
void kit_fiber_renew(struct kit_frames *fiber);

__END_DECLS
