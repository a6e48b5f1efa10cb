#include "bindings/lua/version/supported.h"

#include <stdio.h>

/* Functions that only some versions have, and that this version's lua.h may not declare. */
#define WEAK __attribute__((weak))
extern WEAK const char lua_callk_5_2[] __asm__("lua_callk");       /* not in 5.1 and LuaJIT */
extern WEAK const char lua_setwarnf_5_4[] __asm__("lua_setwarnf"); /* from 5.4 on */
extern WEAK const char luaJIT_setmode_any[] __asm__("luaJIT_setmode");

/* lua_version returns a pointer up to Lua 5.3 and a number from 5.4 on. Lua 5.1 lacks this function; the one of
 * LuaJIT returns 5.1. */
extern WEAK const lua_Number *lua_version_pointer(lua_State *L) __asm__("lua_version");
extern WEAK lua_Number lua_version_number(lua_State *L) __asm__("lua_version");

static int version_of(lua_State *L)
{
    if (!lua_callk_5_2)
        return 501;
    return (int)(lua_setwarnf_5_4 ? lua_version_number(L) : *lua_version_pointer(L));
}

void qlua_supported_check(lua_State *L)
{
    int version = version_of(L);
    char name[32] = "LuaJIT";
    if (version == LUA_VERSION_NUM)
        return;
    if (!luaJIT_setmode_any)
        snprintf(name, sizeof name, "Lua %d.%d", version / 100, version % 100);
    luaL_error(L,
               "qii: the interpreter is %s, and this module is for Lua " QLUA_API_VERSION
               "; qii records programs in Lua 5.3 and Lua 5.4",
               name);
}
