/* cfunction.h - functions written in C: they are known by their address, and named by the tables they stand in. */
#ifndef QP_LUA_CFUNCTION_H
#define QP_LUA_CFUNCTION_H

#include <lua.h>

struct qp_function;
struct qp_session;

/* Learn the names that C functions have now, before the program changes its tables; no hook is set yet. */
void qp_cfunction_name_all(lua_State *L);

/* The function of the C function on top of the stack, which frame ar runs; NULL without memory. */
struct qp_function *qp_cfunction_get(struct qp_session *s, lua_State *L, lua_Debug *ar);

#endif
