/* sampling.h - samples in place of events: now and then a look at what runs.
 *
 * As long as no sample is due no hook is set, and the program runs as without us. A timer sets one on the thread that
 * runs; at its next instruction or return the hook takes the sample and is gone again. What is open then is put in
 * place in the library, whose clock stands still meanwhile (qprof_record_sample).
 *
 * Which thread runs is known by functions that stand in for coroutine.resume and coroutine.wrap (resumption.h). */
#ifndef QLUA_SAMPLING_H
#define QLUA_SAMPLING_H

#include "bindings/lua/follow/recording.h"
#include "bindings/lua/follow/timer.h"

/* A thread that waits for the one it resumed, in the C frame that does it. */
struct qlua_resumption {
    lua_State *resumer;
    const struct qlua_resumption *below; /* NULL: nobody resumed that one, as far as is known */
};

/* The signal handler works on it, between any two instructions of the thread. */
struct qlua_sampling {
    lua_State *volatile now; /* runs; NULL: nothing is to be sampled */
    lua_State *volatile due; /* has the hook; NULL: none has */
    lua_Hook theirs;         /* what that one had before */
    int their_mask;
    int their_count;
    const struct qlua_resumption *resumption; /* of now */
    struct qlua_resumption main;              /* where the recording began in a coroutine */
    int every; /* 0, or so many instructions between two samples, without a timer: for tests */
    struct qlua_timer timer;
};

/* Take so many samples a second of what L's state runs; or, every > 0, one each so many instructions. Returns NULL, or
 * what went wrong. */
const char *qlua_sampling_begin(struct qlua_recording *r, lua_State *L, unsigned rate, int every);
void qlua_sampling_end(struct qlua_recording *r, lua_State *L);

static inline bool qlua_sampling_runs(const struct qlua_recording *r)
{
    return r->sampling && r->sampling->now;
}

/* Another thread runs now; the sample that is due is taken there. */
void qlua_sampling_run(struct qlua_sampling *sampling, lua_State *thread, const struct qlua_resumption *resumption);

#endif
