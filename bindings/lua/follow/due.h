/* due.h - the running thread of a sampled Lua state: when a sample is due, a hook is set on this thread. */
#pragma once

#include "bindings/lua/follow/recording.h"
#include "bindings/lua/follow/timer.h"

/* A thread that waits for the thread that it resumed. This struct is a local variable of the C function that does
 * the resume. */
struct qlua_resumption {
    lua_State *resumer;
    const struct qlua_resumption *below; /* the resumption by which the resumer itself was resumed; NULL = none, or
                                          * unknown */
};

/* State of sampling. The signal handler may access it between any two machine instructions of the thread. */
struct qlua_sampling {
    lua_Hook hook;                            /* the hook that takes a sample */
    lua_State *volatile now;                  /* running thread; NULL = not sampling */
    lua_State *volatile due;                  /* thread on which the hook is set; NULL = none */
    struct qlua_theirs theirs;                /* previous hook of `due` */
    const struct qlua_resumption *resumption; /* resumption that started the thread `now` */
    struct qlua_resumption main;              /* if the recording began in a coroutine: the resumption of this
                                               * coroutine */
    int every; /* for tests: number of instructions between two samples, instead of a timer; 0 = use the timer */
    struct qlua_timer timer;
    size_t base;          /* offset, in the struct of a thread, of the frame below all calls; 0 = unknown */
    volatile bool taking; /* true while a sample is taken: no other sample becomes due meanwhile */
    long spent;           /* CPU time spent on the current sample so far, including the time to set the hook, in
                           * nanoseconds */
};

/* Make a sample due on the running thread. `data` is a struct qlua_sampling. May be called in a signal handler. */
void qlua_due_set(void *data);

/* Store that `thread` runs from now on, with `results` values passed to it on its stack. If a sample is due, it is
 * taken in that thread. */
void qlua_due_run(struct qlua_sampling *sampling, lua_State *thread, const struct qlua_resumption *resumption,
                  int results);
