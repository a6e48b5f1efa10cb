#include "bindings/lua/inside/stand_in.h"

enum { MOST_UPVALUES = 255 };

/* Push our function with the upvalues of the function at an index. */
static void push_like(lua_State *L, int index, lua_CFunction ours)
{
    int upvalues = 0;
    while (lua_getupvalue(L, index, upvalues + 1))
        upvalues++;
    lua_pushcclosure(L, ours, upvalues);
}

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
        if (before && (!expected || before == expected) && lua_checkstack(L, MOST_UPVALUES + 1)) {
            lua_pushstring(L, name);
            push_like(L, top + 3, ours);
            lua_rawset(L, top + 2);
        }
    }
    lua_settop(L, top);
    return before;
}

void qlua_stand_in_kept(lua_State *L, const char *library, const char *name, lua_CFunction *before, lua_CFunction ours)
{
    lua_CFunction there = qlua_stand_in(L, library, name, *before, ours);
    if (!*before)
        *before = there;
}
