/* due.h - the thread that runs in a state that is sampled, and the hook that a sample which is due has set on it. */
#ifndef QLUA_DUE_H
#define QLUA_DUE_H

#include "bindings/lua/follow/recording.h"
#include "bindings/lua/follow/timer.h"

/* A thread that waits for the one it resumed, in the C frame that does it. */
struct qlua_resumption {
    lua_State *resumer;
    const struct qlua_resumption *below; /* NULL: nobody resumed that one, as far as is known */
};

/* The signal handler works on it, between any two instructions of the thread. */
struct qlua_sampling {
    lua_Hook hook;           /* takes a sample */
    lua_State *volatile now; /* runs; NULL: nothing is to be sampled */
    lua_State *volatile due; /* has the hook; NULL: none has */
    lua_Hook theirs;         /* what that one had before */
    int their_mask;
    int their_count;
    const struct qlua_resumption *resumption; /* of now */
    struct qlua_resumption main;              /* where the recording began in a coroutine */
    int every; /* 0, or so many instructions between two samples, without a timer: for tests */
    struct qlua_timer timer;
    size_t base;          /* where in a thread its frame below all calls lies, 0 = not known */
    volatile bool taking; /* a sample is being taken: none falls due */
    long spent;           /* CPU time since the last sample that went into the next one, in nanoseconds */
};

/* A sample is due on what runs: data is a struct qlua_sampling. May be called in a signal handler. */
void qlua_due_set(void *data);

/* Another thread runs now, which gets so many results; the sample that is due is taken there. */
void qlua_due_run(struct qlua_sampling *sampling, lua_State *thread, const struct qlua_resumption *resumption,
                  int results);

#endif
