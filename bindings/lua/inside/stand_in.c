#include "bindings/lua/inside/stand_in.h"

#include <lauxlib.h>

lua_CFunction qlua_stand_in(lua_State *L, const char *library, const char *name, lua_CFunction expected,
                            lua_CFunction ours)
{
    lua_CFunction before = NULL;
    int top = lua_gettop(L);
    if (lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE) == LUA_TTABLE &&
        lua_getfield(L, -1, library) == LUA_TTABLE) {
        lua_pushstring(L, name);
        lua_rawget(L, -2);
        before = lua_tocfunction(L, -1);
        lua_pop(L, 1);
        if (before && (!expected || before == expected)) {
            lua_pushstring(L, name);
            lua_pushcfunction(L, ours);
            lua_rawset(L, -3);
        }
    }
    lua_settop(L, top);
    return before;
}
