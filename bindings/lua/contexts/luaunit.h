/* luaunit.h - contexts for the tests of LuaUnit 3. */
#pragma once

#include "bindings/lua/version/api.h"

/* The program has required "luaunit", whose value is at an index of the stack: make its tests contexts. */
void qlua_luaunit_watch(lua_State *L, int module);
