/* stand_in.h - replacement of functions in Lua's standard libraries. */
#pragma once

#include "bindings/lua/version/api.h"

/* Replace the C function `name` of a loaded library by ours, but only if it is `expected`. If `expected` is NULL,
 * replace any C function. Our function gets the upvalues of the original, so that it can call the original in its own
 * frame. Return the function that was in the library, NULL if it was not a C function. */
lua_CFunction qlua_stand_in(lua_State *L, const char *library, const char *name, lua_CFunction expected,
                            lua_CFunction ours);

/* Do the same, where *before is the expected function. If *before is NULL, replace any C function, and store it in
 * *before. Otherwise do not change *before, since other threads read it. Do nothing if the state lacks the library. The
 * caller holds the lock of libqprof or libcprof. */
void qlua_stand_in_kept(lua_State *L, const char *library, const char *name, lua_CFunction *before, lua_CFunction ours);
