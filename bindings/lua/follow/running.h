/* running.h - tracking of the running coroutine and the chain of its resumers.
 *
 * Each switch is detected at once: a resume by an event in the coroutine; a yield, an end or an error by an event in
 * the resumer. */
#pragma once

#include "bindings/lua/follow/coroutine.h"

/* Begin the recording in L, which runs now. If L is not the main thread, the main thread counts as waiting for L.
 * Depending on the recording, open frames are reported or silent. Return -1 if out of memory. */
int qlua_running_begin(struct qlua_recording *r, lua_State *L, bool silent);

/* Return the running virtual thread, 0 = none. */
VthreadID qlua_running_id(const struct qlua_recording *r);

/* Report a switch, after an event in another coroutine than the one that ran last. `begins` is true if the event is
 * the call of the new coroutine's function. Return the new coroutine, NULL if out of memory. */
struct qlua_coroutine *qlua_running_switch(struct qlua_recording *r, lua_State *L, bool begins);

/* Suspend the main thread until the next call, since all calls of the state have ended. */
void qlua_running_rest(struct qlua_recording *r);

/* Report the switches since the last sample, after which this chain of threads runs. The chain begins with the main
 * thread, and each thread has resumed the next. Return the coroutine of the last thread, NULL if out of memory. */
struct qlua_coroutine *qlua_running_chain(struct qlua_recording *r, lua_State *const *chain, int count);

/* Handle the creation of a thread by the running coroutine. */
void qlua_running_create(struct qlua_recording *r, lua_State *thread);

/* Handle the call of a coroutine's function: name the coroutine after the function. */
void qlua_running_name(struct qlua_recording *r, struct qlua_coroutine *co, const char *name);

/* Prepare a thread that will run and may be older than the recording: set the hook, and report its open frames. */
void qlua_running_adopt(struct qlua_recording *r, lua_State *thread);

/* Handle that a thread is about to be closed. */
void qlua_running_close(struct qlua_recording *r, lua_State *thread);

/* Handle that Lua frees a thread, in the middle of a collection: Lua must not be called. */
void qlua_running_freed(struct qlua_recording *r, const lua_State *thread);
