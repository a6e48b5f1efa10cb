/* coroutine.h - record of a Lua thread: its life as a virtual thread, its frames, its hooks.
 *
 * Virtual thread ids are consecutive numbers, since Lua reuses addresses. A new thread at an old address is detected by
 * its first call, which has no caller. */
#pragma once

#include <stdbool.h>

#include "bindings/kit/fiber.h"
#include "bindings/lua/follow/frames.h"
#include "bindings/lua/version/api.h"

struct qlua_coroutine {
    struct qlua_frames frames;            /* with its Lua thread and virtual thread id */
    bool begun;                           /* its function was called */
    bool muted;                           /* runs without hooks: close to the end of its stack (limit.h) */
    bool needs_hook;                      /* created while another one was muted, so it may lack the hook */
    struct qlua_coroutine *resumer;       /* waits until this one yields or ends; NULL while this one does not run */
    int nesting;                          /* number of resumes below it */
    const struct qlua_function *function; /* in samples: its outermost function; NULL = unknown */
    const void *base;                     /* while muted: Lua's own frame below all calls */
    const void *filling; /* while muted: frame of a C function that fills the stack with its results, or NULL */
    struct qlua_coroutine *next_muted;
    struct qlua_theirs theirs; /* the program's own hook, chained to ours (chain.h) */
    int their_counted;         /* instructions since their last count event, if ours come at each */
};

/* Return the record of a thread, NULL if it has none. */
static inline struct qlua_coroutine *qlua_coroutine_find(const struct qlua_recording *r, const lua_State *L)
{
    return kit_hashmap_get(&r->coroutines, (uintptr_t)L);
}

/* Return the record of a thread; create it if necessary. Return NULL if out of memory. */
struct qlua_coroutine *qlua_coroutine_get(struct qlua_recording *r, lua_State *L);

/* Use the record for another thread at its address, with another id; it is not announced yet. */
void qlua_coroutine_renew(struct qlua_recording *r, struct qlua_coroutine *co);

/* Report the end of a coroutine and forget it. The library closes its open frames. */
void qlua_coroutine_end(struct qlua_recording *r, struct qlua_coroutine *co);

/* Return whether each instruction of the coroutine causes an event: to count branches, or to find the instructions for
 * the program's own count hook. */
static inline bool qlua_coroutine_steps(const struct qlua_recording *r, const struct qlua_coroutine *co)
{
    return r->mode &&
           ((r->by_hooks && r->mode == QLUA_MODE_BRANCHES) || (r->counting && co->theirs.mask & LUA_MASKCOUNT));
}

/* Chain the program's hook of the running thread, as Lua does when it creates a thread; but not that of debug.sethook,
 * which looks for a function of its own thread and finds none. */
void qlua_coroutine_inherit(const struct qlua_recording *r, struct qlua_coroutine *co);

/* Set the hook for the events that the recording or the program's own hook needs. */
void qlua_coroutine_listen(struct qlua_recording *r, struct qlua_coroutine *co);

/* Remove the hook from a coroutine, or set it again. While one is muted, the allocator listens (allocator.h). */
void qlua_coroutine_mute(struct qlua_recording *r, struct qlua_coroutine *co);
void qlua_coroutine_unmute(struct qlua_recording *r, struct qlua_coroutine *co);

/* Call `visit` for each coroutine. */
void qlua_coroutine_each(struct qlua_recording *r, void (*visit)(struct qlua_recording *r, struct qlua_coroutine *co));

/* Report the end of all coroutines, since the recording ends while the library continues. */
void qlua_coroutine_end_all(struct qlua_recording *r);

/* Forget all coroutines. */
void qlua_coroutine_forget_all(struct qlua_recording *r);
