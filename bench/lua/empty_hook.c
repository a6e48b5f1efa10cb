/* empty_hook.c - the floor of every Lua profiler: a hook that does nothing. EMPTY_HOOK says for which events. */
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

static void nothing(lua_State *L, lua_Debug *ar)
{
    (void)L;
    (void)ar;
}

__attribute__((visibility("default"))) int luaopen_empty_hook(lua_State *L);

int luaopen_empty_hook(lua_State *L)
{
    const char *events = getenv("EMPTY_HOOK");
    int mask = LUA_MASKCALL | LUA_MASKRET;
    if (events && strcmp(events, "line") == 0)
        mask = LUA_MASKLINE;
    if (events && strcmp(events, "instruction") == 0)
        mask = LUA_MASKCOUNT;
    lua_sethook(L, nothing, mask, 1);
    return 0;
}
