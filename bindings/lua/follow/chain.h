/* chain.h - chaining of the program's own hook after ours.
 *
 * Lua has one hook per thread. While a state is recorded, our wrappers replace debug.sethook and debug.gethook: they
 * call the original functions, note the hook, and install ours again. */
#pragma once

#include "bindings/lua/follow/coroutine.h"

/* Wrap the functions of the debug library, and note the current hook of L. */
void qlua_chain_begin(struct qlua_recording *r, lua_State *L);

/* Note the current hook of a thread, unless it is ours, and set ours if needed. */
void qlua_chain_take(struct qlua_recording *r, struct qlua_coroutine *co);

/* Restore the program's functions and hooks. */
void qlua_chain_end(struct qlua_recording *r, lua_State *L);

/* Call the program's hook for an event, if it wants the event. The hook may raise errors. If the state is no longer
 * recorded (r may be NULL), remove our hook from the thread. */
void qlua_chain_call(struct qlua_recording *r, lua_State *L, lua_Debug *ar);
