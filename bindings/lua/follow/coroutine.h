/* coroutine.h - what is kept of a Lua thread: its life as a virtual thread, its frames, its hooks.
 *
 * Virtual thread ids are running numbers, since Lua uses addresses again. A new life at an old address is told by its
 * first call, which has no caller. */
#ifndef QLUA_COROUTINE_H
#define QLUA_COROUTINE_H

#include <stdbool.h>

#include "bindings/kit/fiber.h"
#include "bindings/lua/follow/frames.h"
#include "bindings/lua/version/api.h"

struct qlua_coroutine {
    struct qlua_frames frames;            /* with its thread, and the id that the library knows it by */
    bool begun;                           /* its function was called */
    bool muted;                           /* goes without hooks: close to the end of its stack (limit.h) */
    bool born_unheard;                    /* it was made while another one was muted, and may lack the hook */
    struct qlua_coroutine *resumer;       /* the one that waits until it yields or ends; NULL while it does not run */
    int nesting;                          /* of resumes below it */
    const struct qlua_function *function; /* in samples: its own, outermost one; NULL = not known */
    const void *base;                     /* while muted: Lua's own frame below all calls */
    const void *filling; /* while muted: the frame of a C function that fills the stack with its results, or NULL */
    struct qlua_coroutine *next_muted;
    lua_Hook theirs; /* the program's own hook, chained to ours (chain.h) */
    int their_mask;
    int their_count;
    int their_counted; /* instructions since their last count event; ours may come at each */
};

/* The record of a thread, NULL without one. */
static inline struct qlua_coroutine *qlua_coroutine_find(const struct qlua_recording *r, const lua_State *L)
{
    return kit_hashmap_get(&r->coroutines, (uintptr_t)L);
}

/* The same, made when there is none; NULL without memory. */
struct qlua_coroutine *qlua_coroutine_get(struct qlua_recording *r, lua_State *L);

/* Another thread at its address: it has another id, and is not announced. */
void qlua_coroutine_renew(struct qlua_recording *r, struct qlua_coroutine *co);

/* It has ended: tell the library, and forget it. The library closes the frames that are still open. */
void qlua_coroutine_end(struct qlua_recording *r, struct qlua_coroutine *co);

/* Whether Lua tells of each of its instructions: to count branches, or to find those that the program's own count hook
 * is to hear of. */
static inline bool qlua_coroutine_steps(const struct qlua_recording *r, const struct qlua_coroutine *co)
{
    return r->running &&
           ((r->by_hooks && r->branches) || (r->counting && co->theirs && (co->their_mask & LUA_MASKCOUNT)));
}

/* Give it the program's hook of the thread that runs, as Lua does when it makes a thread; but not that of
 * debug.sethook, which looks for a function of its own thread and finds none. */
void qlua_coroutine_inherit(const struct qlua_recording *r, struct qlua_coroutine *co);

/* Set the hook on it, for the events that the recording or the program's own hook wants. */
void qlua_coroutine_listen(struct qlua_recording *r, struct qlua_coroutine *co);

/* Take the hooks from it, and give them back. While one is muted the allocator listens (allocator.h). */
void qlua_coroutine_mute(struct qlua_recording *r, struct qlua_coroutine *co);
void qlua_coroutine_hear(struct qlua_recording *r, struct qlua_coroutine *co);

/* Call visit for each. */
void qlua_coroutine_each(struct qlua_recording *r, void (*visit)(struct qlua_recording *r, struct qlua_coroutine *co));

/* The recording ends, the library records on: tell it that all of them end. */
void qlua_coroutine_end_all(struct qlua_recording *r);

/* Forget all. */
void qlua_coroutine_forget_all(struct qlua_recording *r);

#endif
