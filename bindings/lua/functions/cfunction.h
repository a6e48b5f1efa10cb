/* cfunction.h - functions written in C: they are known by their address, and named by the tables they stand in. */
#ifndef QLUA_CFUNCTION_H
#define QLUA_CFUNCTION_H

#include "bindings/lua/functions/function.h"
#include "bindings/lua/version/api.h"

/* Learn the names that C functions have now, before the program changes its tables; no hook is set yet. */
void qlua_cfunction_name_all(lua_State *L);

/* The function of the C function on top of the stack, which frame ar runs and virtual thread `caller` meets; NULL
 * without memory. With the library's lock. */
struct qlua_function *qlua_cfunction_get(lua_State *L, lua_Debug *ar, VthreadID caller);

#endif
