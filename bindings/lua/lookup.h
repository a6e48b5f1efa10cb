/* lookup.h - the function that a frame runs: known from before, or read from Lua and told to the library. */
#ifndef QP_LUA_LOOKUP_H
#define QP_LUA_LOOKUP_H

#include <lua.h>

struct qp_function;
struct qp_session;

/* The function of the frame ar of L; NULL without memory. */
struct qp_function *qp_lookup_frame(struct qp_session *s, lua_State *L, lua_Debug *ar);

/* Tell the library of the main chunk on top of L's stack, which is of no session's state, and of the functions inside
 * it: they were not called. */
void qp_lookup_chunk(lua_State *L);

#endif
