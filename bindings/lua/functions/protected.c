#include "bindings/lua/functions/protected.h"

#include "bindings/kit/library.h"

bool qlua_protected_call(lua_State *L, lua_CFunction function, void *argument)
{
    if (!lua_checkstack(L, 2))
        return false;
    kit_library_lock();
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, argument);
    bool done = lua_pcall(L, 1, 0, 0) == LUA_OK;
    kit_library_unlock();
    if (!done)
        lua_pop(L, 1);
    return done;
}
