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
    struct qlua_frames frames;      /* with its Lua thread and virtual thread id */
    bool begun;                     /* the coroutine's function was called */
    bool muted;                     /* runs without hooks, because it is close to the end of its Lua stack (limit.h) */
    bool needs_hook;                /* may lack the hook, because it was created while another coroutine was muted */
    struct qlua_coroutine *resumer; /* coroutine that waits for this one; NULL while this coroutine does not run */
    int nesting;                    /* number of nested resumes below this coroutine */
    const struct qlua_function *function; /* outermost function, used only in samples; NULL = unknown */
    const void *base;                     /* Lua's own frame below all calls; valid only while muted */
    const void *filling; /* frame of a C function that fills the stack with its results; valid only while muted */
    struct qlua_coroutine *next_muted;
    struct qlua_theirs theirs; /* the program's own hook, chained to ours (chain.h) */
    int their_counted; /* instructions since the last count event of the program's hook, used if our hook gets an event
                          for each instruction */
};

/* Return the record of a thread, NULL if it has none. */
static inline struct qlua_coroutine *qlua_coroutine_find(const struct qlua_recording *r, const lua_State *L)
{
    return kit_hashmap_get(&r->coroutines, (uintptr_t)L);
}

/* Return the record of a thread; create it if necessary. Return NULL if out of memory. */
struct qlua_coroutine *qlua_coroutine_get(struct qlua_recording *r, lua_State *L);

/* Reuse the record for a new thread at the same address, with a new virtual thread id. The new thread is not
 * announced to the library yet. */
void qlua_coroutine_renew(struct qlua_recording *r, struct qlua_coroutine *co);

/* Report the end of a coroutine to the library, which closes the coroutine's open frames, and free its record. */
void qlua_coroutine_end(struct qlua_recording *r, struct qlua_coroutine *co);

/* Return true if each instruction of the coroutine must cause an event, either to count branches or to find the
 * instructions at which the program's count hook is due. */
static inline bool qlua_coroutine_steps(const struct qlua_recording *r, const struct qlua_coroutine *co)
{
    return r->mode &&
           ((r->by_hooks && r->mode == QLUA_MODE_BRANCHES) || (r->counting && co->theirs.mask & LUA_MASKCOUNT));
}

/* Give a new thread the program's hook of the running thread, as Lua does. Skip the hook that debug.sethook sets: it
 * calls a function that is stored for each thread, and the new thread has none. */
void qlua_coroutine_inherit(const struct qlua_recording *r, struct qlua_coroutine *co);

/* Set the hook for the events that the recording or the program's own hook needs. */
void qlua_coroutine_listen(struct qlua_recording *r, struct qlua_coroutine *co);

/* Remove the hook from a coroutine (mute it), or set the hook again. While any coroutine is muted, the allocator
 * reports each allocation (allocator.h). */
void qlua_coroutine_mute(struct qlua_recording *r, struct qlua_coroutine *co);
void qlua_coroutine_unmute(struct qlua_recording *r, struct qlua_coroutine *co);

/* Call `visit` for each coroutine. */
void qlua_coroutine_each(struct qlua_recording *r, void (*visit)(struct qlua_recording *r, struct qlua_coroutine *co));

/* Report the end of all coroutines. This is needed if the recording ends while the library continues. */
void qlua_coroutine_end_all(struct qlua_recording *r);

/* Forget all coroutines. */
void qlua_coroutine_forget_all(struct qlua_recording *r);
