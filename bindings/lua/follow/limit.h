/* limit.h - the end of Lua's stack, which the program must meet as it does without us.
 *
 * Lua raises "stack overflow" when a call finds no room. A hook needs room, too, and behind the call: with it the error
 * comes in the function that was entered or left, with another line in its message. So a coroutine that comes close to
 * the end goes on without hooks. What Lua allocates then is the occasion to see that it is far from the end again: an
 * error frees most of the stack at once. The calls between are not counted. */
#ifndef QLUA_LIMIT_H
#define QLUA_LIMIT_H

#include "bindings/lua/follow/coroutine.h"

/* The frame that was pushed last lies outside of the span that was found safe (frames.h): mute the coroutine if it is
 * close to the end of its stack, else find the next safe span. */
void qlua_limit_look(struct qlua_recording *r, struct qlua_coroutine *co);

/* A C function is called that returns so many results: mute the coroutine if no hook fits behind them. */
void qlua_limit_results(struct qlua_recording *r, struct qlua_coroutine *co, lua_Integer results);

/* Whether a frame that gets so many results is so close to the end of its stack that a hook may not fit. base is the
 * frame below all calls. May be called in a signal handler, and guesses where Lua is just moving the stack. */
bool qlua_limit_is_close(const void *base, const void *call, int results);

/* Lua allocates while a coroutine is muted: those that are far from the end now get their hooks back. Lua may be in the
 * middle of anything. */
void qlua_limit_allocates(struct qlua_recording *r);

/* A thread is made while a coroutine is muted, and inherits no hook if the muted one makes it: it gets one later. The
 * thread is not initialized yet. */
void qlua_limit_born(struct qlua_recording *r, lua_State *thread);

#endif
