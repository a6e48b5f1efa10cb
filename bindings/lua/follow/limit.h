/* limit.h - preservation of the program's behavior at the end of Lua's stack.
 *
 * Lua raises "stack overflow" if a call does not fit on the stack. After the call, a hook needs space on the stack too.
 * If only the hook does not fit, Lua raises the error in the function that was just entered or left, and the message
 * has another line than without qii. Therefore a coroutine close to the end of its stack runs without hooks, and its
 * calls are not counted. Each allocation of Lua is used to check whether the coroutine is far from the end again: after
 * an error, most of the stack is free at once. */
#pragma once

#include "bindings/lua/follow/coroutine.h"

/* Handle that a frame was pushed outside the safe span (frames.h). If the coroutine is close to the end of its
 * stack, mute it. Otherwise compute the next safe span. */
void qlua_limit_check(struct qlua_recording *r, struct qlua_coroutine *co);

/* Handle the call of a C function that will return this number of results. If no hook fits on the stack after the
 * results, mute the coroutine. */
void qlua_limit_results(struct qlua_recording *r, struct qlua_coroutine *co, lua_Integer results);

/* Return whether a hook may not fit on the stack above a frame that receives this number of results. `base` is the
 * frame below all calls. This function may be called in a signal handler. If the signal interrupts Lua while Lua moves
 * the stack, the result may be wrong. */
bool qlua_limit_is_close(const void *base, const void *call, int results);

/* Handle an allocation while a coroutine is muted: unmute the coroutines that are now far from the end of their
 * stack. Lua may be in the middle of any operation. */
void qlua_limit_allocates(struct qlua_recording *r);

/* Handle the creation of a thread while a coroutine is muted. If a muted coroutine creates the thread, the thread
 * inherits no hook. The hook is set later, since the thread is not initialized yet. */
void qlua_limit_born(struct qlua_recording *r, lua_State *thread);
