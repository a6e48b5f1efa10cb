/* sampling.h - samples in place of events: now and then a look at what runs.
 *
 * As long as no sample is due no hook is set, and the program runs as without us. A timer sets one on the thread that
 * runs; at its next instruction or return the hook takes the sample and is gone again. What is open then is put in
 * place in the library, whose clock stands still meanwhile (qprof_record_sample).
 *
 * Samples take a tenth of the thread's time at most: after one that took long the next one comes later.
 *
 * Which thread runs is known by functions that stand in for coroutine.resume and coroutine.wrap (resumption.h). */
#ifndef QLUA_SAMPLING_H
#define QLUA_SAMPLING_H

#include "bindings/lua/follow/due.h"

/* Take so many samples a second of what L's state runs; or, every > 0, one each so many instructions. Returns NULL, or
 * what went wrong. */
const char *qlua_sampling_begin(struct qlua_recording *r, lua_State *L, unsigned rate, int every);
void qlua_sampling_end(struct qlua_recording *r, lua_State *L);

/* A run of the library begins; it ends, and keeps a remark where samples came less often than was asked for. */
void qlua_sampling_run_begins(void);
void qlua_sampling_run_ends(void);

static inline bool qlua_sampling_runs(const struct qlua_recording *r)
{
    return r->sampling && r->sampling->now;
}

#endif
