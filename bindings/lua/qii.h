/* qii.h - the Lua module `qii`. */
#ifndef QP_LUA_QII_H
#define QP_LUA_QII_H

#include <lua.h>
#include <lauxlib.h>

/* All else is hidden. */
#define QP_LUA_EXPORT __attribute__((visibility("default")))

QP_LUA_EXPORT int luaopen_qii(lua_State *L);

#endif
