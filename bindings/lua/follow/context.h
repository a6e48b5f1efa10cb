/* context.h - named contexts (qprof_context) of a Lua state: which test or request runs.
 *
 * Coroutines keep their context, and pass it to those that they create. With hooks, the library does this, since
 * coroutines are its virtual threads. Functions that count themselves have no threads: there, coroutine.resume and
 * wrapped coroutines change the context (resumption.h). */
#pragma once

#include "bindings/lua/follow/recording.h"

/* Set the context of what L runs; NULL = none. Return the number of the context before, -1 if L's state is not recorded
 * or the library has no contexts. This and the next functions may raise a Lua memory error. */
int qlua_context_set(lua_State *L, const char *name);

/* Set the context "load of this file". Return as qlua_context_set does. */
int qlua_context_load(lua_State *L, const char *file);

/* Set the context with a number that one of these functions returned, unless it is -1. Return as they do. */
int qlua_context_return(lua_State *L, int number);

/* Note that what runs in the context `outer` counts for the context `name`, too. */
void qlua_context_within(lua_State *L, const char *name, const char *outer);

/* Set the context that the process inherited (QLUA_CONTEXT_VARIABLE), and pass the context on to processes that the
 * program starts. */
void qlua_context_inherit(lua_State *L);

/* Note that L's state uses contexts: count the lines of functions loaded from now on even if hits are enough, since a
 * hit is recorded only in the first context. Return true if the wrappers of resumption.h are needed, and were not
 * before. */
bool qlua_context_begin(lua_State *L);

/* Return true if the coroutines of the state must be followed by these functions, as it has contexts and no hooks. */
static inline bool qlua_context_follows(const struct qlua_recording *r)
{
    return r && r->has_contexts && r->counting && !r->by_hooks;
}

/* Note the context of a new coroutine, at an index of L's stack, which L has just created. */
void qlua_context_created(const struct qlua_recording *r, lua_State *L, int index);

/* Set the context of a coroutine, which L is about to resume. If the coroutine has none, keep the context of L. */
void qlua_context_resume(struct qlua_recording *r, lua_State *L, lua_State *co);
