/* limit.h - preservation of the program's behavior at the end of Lua's stack.
 *
 * Lua raises "stack overflow" if there is no room for a call. A hook also needs room, after the call. So with a hook,
 * the error would be raised in the function that was entered or left, and its message would have another line.
 * Therefore a coroutine that is close to the end runs without hooks (it is muted), and its calls are not counted. Lua's
 * allocations show when the coroutine is far from the end again: after an error, Lua frees most of the stack at once.
 */
#pragma once

#include "bindings/lua/follow/coroutine.h"

/* Handle a push outside of the safe span (frames.h). If the coroutine is close to the end of its stack, mute it.
 * Otherwise compute the next safe span. */
void qlua_limit_check(struct qlua_recording *r, struct qlua_coroutine *co);

/* Handle the call of a C function that returns this number of results. If no hook fits on the stack after the
 * results, mute the coroutine. */
void qlua_limit_results(struct qlua_recording *r, struct qlua_coroutine *co, lua_Integer results);

/* Return whether a frame that receives this number of results is so close to the end of its stack that a hook may
 * not fit. `base` is the frame below all calls. May be called in a signal handler. If the signal interrupts Lua while
 * it moves the stack, the answer may be wrong. */
bool qlua_limit_is_close(const void *base, const void *call, int results);

/* Handle an allocation while a coroutine is muted: unmute the coroutines that are now far from the end of their
 * stack. Lua may be in the middle of any operation. */
void qlua_limit_allocates(struct qlua_recording *r);

/* Handle the creation of a thread while a coroutine is muted. If a muted coroutine creates the thread, the thread
 * inherits no hook, so the hook is set later. The thread is not initialized yet. */
void qlua_limit_born(struct qlua_recording *r, lua_State *thread);
