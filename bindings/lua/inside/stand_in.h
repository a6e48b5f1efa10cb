/* stand_in.h - functions of ours in the place of functions of Lua's standard libraries. */
#ifndef QLUA_STAND_IN_H
#define QLUA_STAND_IN_H

#include "bindings/lua/version/api.h"

/* Put ours into a library that is loaded, where the function with this name is `expected`, or any in C when that is
 * NULL. Ours gets the upvalues of that one, so it may call it in its own frame. Returns the one that was there, NULL =
 * none in C. */
lua_CFunction qlua_stand_in(lua_State *L, const char *library, const char *name, lua_CFunction expected,
                            lua_CFunction ours);

/* Put ours there where the function is *before, or any in C as long as *before is NULL; then *before gets it. That is
 * written once: other threads read it, and a state may have no such library. With the library's lock. */
void qlua_stand_in_kept(lua_State *L, const char *library, const char *name, lua_CFunction *before, lua_CFunction ours);

#endif
