/* chain.h - a hook that the program sets, called after ours.
 *
 * Lua has room for one hook a thread. While a session runs, debug.sethook and debug.gethook are stood in for by
 * functions that let the real ones work on the thread, then take down what they set and put our hook back. */
#ifndef QP_LUA_CHAIN_H
#define QP_LUA_CHAIN_H

#include <lua.h>

struct qp_session;

/* Stand in for the functions of the debug library, and keep the hook that L has now. */
void qp_chain_begin(struct qp_session *s, lua_State *L);

/* Give the program its functions and its hooks back. */
void qp_chain_end(struct qp_session *s, lua_State *L);

/* Call the program's hook for an event, if it wants it. It may raise errors. A thread of a state whose session is over,
 * or NULL, loses ours. */
void qp_chain_call(const struct qp_session *s, lua_State *L, lua_Debug *ar);

#endif
