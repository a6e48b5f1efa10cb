/* open.h - the Lua module `qii`. */
#ifndef QLUA_OPEN_H
#define QLUA_OPEN_H

#include <lauxlib.h>
#include <lua.h>

/* All else is hidden. */
#define QLUA_EXPORT __attribute__((visibility("default")))

QLUA_EXPORT int luaopen_qii(lua_State *L);

#endif
