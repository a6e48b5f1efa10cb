/* chain.h - chaining of the program's own hook after ours.
 *
 * Lua has one hook per thread. While a state is recorded, our wrappers replace debug.sethook and debug.gethook. A
 * wrapper calls the original function, which sees only the program's hook. Then it sets our hook again, which calls the
 * program's. */
#pragma once

#include "bindings/lua/follow/coroutine.h"

/* Replace the hook functions of the debug library by our wrappers, and store the current hook of L as the program's. */
void qlua_chain_begin(struct qlua_recording *r, lua_State *L);

/* Store the current hook of a thread as the program's, unless it is our hook. Set our hook if it is needed. */
void qlua_chain_take(struct qlua_recording *r, struct qlua_coroutine *co);

/* Restore debug.sethook and debug.gethook, and the program's own hooks. */
void qlua_chain_end(struct qlua_recording *r, lua_State *L);

/* Call the program's hook if the program requested this kind of event. The hook may raise an error. If the state is
 * no longer recorded (r may then be NULL), remove our hook from the thread. */
void qlua_chain_call(struct qlua_recording *r, lua_State *L, lua_Debug *ar);
