/* coroutine.h - record of a Lua thread: its virtual thread, its frames, its hooks.
 *
 * Lua reuses the addresses of threads, so virtual thread ids are consecutive numbers. A new thread at the address of an
 * old thread is detected by its first call, which has no caller. */
#pragma once

#include <stdbool.h>

#include "bindings/kit/fiber.h"
#include "bindings/lua/follow/frames.h"
#include "bindings/lua/version/api.h"

struct qlua_coroutine {
    struct qlua_frames frames;      /* open frames, with the Lua thread and the id of the virtual thread */
    bool begun;                     /* true after the call of the coroutine's function */
    bool muted;                     /* the coroutine runs without hooks, since it is close to the end of its Lua
                                     * stack (limit.h) */
    bool needs_hook;                /* the coroutine may lack our hook, since it was created while another coroutine
                                     * was muted */
    struct qlua_coroutine *resumer; /* coroutine that waits for this one; NULL while this coroutine does not run */
    int nesting;                    /* position in the chain of running coroutines: 0 for the main thread, 1 for the
                                     * coroutine that it resumed, and so on */
    const struct qlua_function *function; /* outermost function, used only in samples; NULL = unknown */
    const void *base;                     /* base frame of the Lua thread, below all calls; valid only while muted */
    const void *filling; /* frame of a C function that fills the stack with its results; valid only while muted */
    struct qlua_coroutine *next_muted;
    struct qlua_theirs theirs; /* the program's own hook, chained to ours (chain.h) */
    int their_counted; /* number of instructions since the last count event of the program's hook; used while our
                        * hook gets an event for each instruction */
};

/* Return the record of a thread, NULL if the thread has none. */
static inline struct qlua_coroutine *qlua_coroutine_find(const struct qlua_recording *r, const lua_State *L)
{
    return kit_hashmap_get(&r->coroutines, (uintptr_t)L);
}

/* Return the record of a thread; create it if necessary. Return NULL if out of memory. */
struct qlua_coroutine *qlua_coroutine_get(struct qlua_recording *r, lua_State *L);

/* Reuse the record for a new thread at the same address, with a new virtual thread id. The new thread is not
 * announced to the library yet. */
void qlua_coroutine_renew(struct qlua_recording *r, struct qlua_coroutine *co);

/* Report the end of a coroutine to the library, which closes the coroutine's open frames. Then free the record. */
void qlua_coroutine_end(struct qlua_recording *r, struct qlua_coroutine *co);

/* Return true if each instruction of the coroutine must cause an event, either to count branches or to find the
 * instructions at which the program's count hook is due. */
static inline bool qlua_coroutine_steps(const struct qlua_recording *r, const struct qlua_coroutine *co)
{
    return r->mode &&
           ((r->by_hooks && r->mode == QLUA_MODE_BRANCHES) || (r->counting && co->theirs.mask & LUA_MASKCOUNT));
}

/* Give a new thread the hook that the program set on the running thread, as Lua does. Skip the C hook of
 * debug.sethook: in the new thread, that hook would look for the thread's Lua function, and find none. */
void qlua_coroutine_inherit(const struct qlua_recording *r, struct qlua_coroutine *co);

/* Set the hook for the events that the recording or the program's own hook needs. */
void qlua_coroutine_listen(struct qlua_recording *r, struct qlua_coroutine *co);

/* Remove the hook from a coroutine (mute it), or set the hook again. While any coroutine is muted, the allocator
 * reports each allocation (allocator.h). */
void qlua_coroutine_mute(struct qlua_recording *r, struct qlua_coroutine *co);
void qlua_coroutine_unmute(struct qlua_recording *r, struct qlua_coroutine *co);

/* Call `visit` for each coroutine. */
void qlua_coroutine_each(struct qlua_recording *r, void (*visit)(struct qlua_recording *r, struct qlua_coroutine *co));

/* Report the end of all coroutines to the library. This is needed if the recording ends while the library continues
 * to record other states. */
void qlua_coroutine_end_all(struct qlua_recording *r);

/* Free the records of all coroutines without reporting anything. */
void qlua_coroutine_forget_all(struct qlua_recording *r);
