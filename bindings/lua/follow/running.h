/* running.h - which coroutine runs, and who waits for whom.
 *
 * Each switch shows itself at once: a resume by an event in the coroutine, a yield, an end or an error by an event
 * in the one that resumed it. */
#ifndef QLUA_RUNNING_H
#define QLUA_RUNNING_H

#include "bindings/lua/follow/coroutine.h"

/* The recording begins in L, which runs now. Where L is no main thread, the main thread waits for it. Frames that are
 * open are followed, or silent. Returns -1 without memory. */
int qlua_running_begin(struct qlua_recording *r, lua_State *L, bool silent);

/* The virtual thread that runs, 0 = none. */
VthreadID qlua_running_id(const struct qlua_recording *r);

/* An event came from another coroutine than the one that ran last: tell the library of the switch. begins: the event is
 * the call of that coroutine's function. Returns the coroutine, NULL without memory. */
struct qlua_coroutine *qlua_running_switch(struct qlua_recording *r, lua_State *L, bool begins);

/* All calls of the state have ended: the main thread waits until it calls again. */
void qlua_running_rest(struct qlua_recording *r);

/* In samples: these threads run, the first one the main thread, each having resumed the next; tell the library of the
 * switches. Returns the last one's, NULL without memory. */
struct qlua_coroutine *qlua_running_chain(struct qlua_recording *r, lua_State *const *chain, int count);

/* The one that runs has created a thread. */
void qlua_running_create(struct qlua_recording *r, lua_State *thread);

/* A coroutine's function is called: the coroutine goes by the name of that function. */
void qlua_running_name(struct qlua_recording *r, struct qlua_coroutine *co, const char *name);

/* A thread is going to run that may be older than the recording: it gets the hook, and its open frames their place. */
void qlua_running_adopt(struct qlua_recording *r, lua_State *thread);

/* A thread is going to be closed. */
void qlua_running_close(struct qlua_recording *r, lua_State *thread);

/* Lua frees a thread. In the middle of a collection: Lua may not be called. */
void qlua_running_freed(struct qlua_recording *r, const lua_State *thread);

#endif
