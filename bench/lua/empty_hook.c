/* empty_hook.c - a Lua module with an empty hook, whose cost is the least that a Lua profiler can have.
 *
 * The environment variable EMPTY_HOOK selects the events. With "clock", the hook for calls and returns reads the clock,
 * as any profiler that times each call must. empty_hook.call is an empty C function. If qii inserted calls into the
 * byte code instead of using a hook, each would cost at least as much as a call of this function. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lauxlib.h>
#include <lua.h>

static void nothing(lua_State *L, lua_Debug *ar)
{
    (void)L;
    (void)ar;
}

static void read_clock(lua_State *L, lua_Debug *ar)
{
    (void)L;
    (void)ar;
#ifdef __x86_64__
    (void)__builtin_ia32_rdtsc();
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
#endif
}

static int call(lua_State *L)
{
    (void)L;
    return 0;
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
    if (events && strcmp(events, "none") == 0)
        mask = 0;
    lua_sethook(L, events && strcmp(events, "clock") == 0 ? read_clock : nothing, mask, 1);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, call);
    lua_setfield(L, -2, "call");
    return 1;
}
