/* chain.h - a hook that the program sets, called after ours.
 *
 * Lua has room for one hook a thread. While a session runs, debug.sethook and debug.gethook are stood in for by
 * functions that let the real ones work on the thread, then take down what they set and put our hook back. */
#ifndef QLUA_CHAIN_H
#define QLUA_CHAIN_H

#include "bindings/lua/follow/recording.h"

/* Stand in for the functions of the debug library, and keep the hook that L has now. */
void qlua_chain_begin(struct qlua_recording *r, lua_State *L);

/* Give the program its functions and its hooks back. */
void qlua_chain_end(struct qlua_recording *r, lua_State *L);

/* Call the program's hook for an event, if it wants it. It may raise errors. A thread of a state whose session is over,
 * or NULL, loses ours. */
void qlua_chain_call(const struct qlua_recording *r, lua_State *L, lua_Debug *ar);

#endif
