/* chain.h - a hook that the program sets, called after ours.
 *
 * Lua has room for one hook a thread. While a state is recorded, functions of ours stand in for debug.sethook and
 * debug.gethook: they call the real ones, note what those set, and put our hook back. */
#ifndef QLUA_CHAIN_H
#define QLUA_CHAIN_H

#include "bindings/lua/follow/coroutine.h"

/* Stand in for the functions of the debug library, and keep the hook that L has now. */
void qlua_chain_begin(struct qlua_recording *r, lua_State *L);

/* Keep the hook that a thread has now, unless it is ours, and set ours where it is needed. */
void qlua_chain_take(struct qlua_recording *r, struct qlua_coroutine *co);

/* Give the program its functions and its hooks back. */
void qlua_chain_end(struct qlua_recording *r, lua_State *L);

/* Call the program's hook for an event, if it wants it. It may raise errors. A thread of a state
 * that is recorded no more (r may be NULL) loses our hook. */
void qlua_chain_call(struct qlua_recording *r, lua_State *L, lua_Debug *ar);

#endif
