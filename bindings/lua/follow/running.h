/* running.h - tracking of the running coroutine and the chain of its resumers.
 *
 * A switch is detected by the first event after it. After a resume, that is an event in the resumed coroutine; after a
 * yield, an end or an error, it is an event in the resumer. */
#pragma once

#include "bindings/lua/follow/coroutine.h"

/* Begin the recording in L, which runs now. If L is not the main thread, the main thread counts as waiting for L. If
 * `silent` is true, frames that are open now are not reported. Return -1 if out of memory. */
int qlua_running_begin(struct qlua_recording *r, lua_State *L, bool silent);

/* Return the id of the running virtual thread, 0 if none runs. */
VthreadID qlua_running_id(const struct qlua_recording *r);

/* Report a switch to L, in the first event of L after another coroutine ran. `begins` is true if the event is the
 * call of the new coroutine's function. Return the new coroutine, NULL if out of memory. */
struct qlua_coroutine *qlua_running_switch(struct qlua_recording *r, lua_State *L, bool begins);

/* Suspend the main thread until the next call, since all calls of the state have ended. */
void qlua_running_rest(struct qlua_recording *r);

/* Report the switches since the last sample. `chain` has the threads that run now: the main thread is the first, and
 * each thread has resumed the next. Return the coroutine of the last thread, NULL if out of memory. */
struct qlua_coroutine *qlua_running_chain(struct qlua_recording *r, lua_State *const *chain, int count);

/* Handle the creation of a thread by the running coroutine. */
void qlua_running_create(struct qlua_recording *r, lua_State *thread);

/* Handle the call of a coroutine's function: name the coroutine after the function. */
void qlua_running_name(struct qlua_recording *r, struct qlua_coroutine *co, const char *name);

/* Prepare a thread that will run and may be older than the recording: set the hook, and report its open frames. */
void qlua_running_adopt(struct qlua_recording *r, lua_State *thread);

/* Handle that coroutine.close is about to close a thread. */
void qlua_running_close(struct qlua_recording *r, lua_State *thread);

/* Handle the freeing of a thread. Lua frees it in the middle of a garbage collection, so Lua must not be called. */
void qlua_running_freed(struct qlua_recording *r, const lua_State *thread);
