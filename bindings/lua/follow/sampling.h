/* sampling.h - periodic samples of the running functions instead of events.
 *
 * While no sample is due, no hook is set, and the program runs as without recording. A timer sets a hook on the running
 * thread. At the thread's next call, instruction or return, the hook takes the sample and removes itself. A sample
 * reports the open frames to the library, whose clock is stopped meanwhile (qprof_record_sample).
 *
 * Samples take at most a tenth of the thread's time: after a slow sample, the next one is delayed.
 *
 * Wrappers of coroutine.resume and coroutine.wrap track which thread runs (resumption.h). */
#pragma once

#include "bindings/lua/follow/due.h"

/* Start to sample L's state, `rate` times per second, or, if `every` is positive, once per `every` instructions.
 * Return NULL or an error message. */
const char *qlua_sampling_begin(struct qlua_recording *r, lua_State *L, unsigned rate, int every);
void qlua_sampling_end(struct qlua_recording *r, lua_State *L);

/* qlua_sampling_run_begins handles the start of a run of the library, qlua_sampling_run_ends its end. If samples
 * were less frequent than requested, the latter adds a note to the data file. */
void qlua_sampling_run_begins(void);
void qlua_sampling_run_ends(void);
