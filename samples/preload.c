/* preload.c - a last resort for recording a program that embeds Lua and cannot run a script of yours. Preloaded with
 * LD_PRELOAD, it runs LUA_INIT as soon as a state has its standard libraries. This works only if Lua is a shared
 * library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
typedef struct lua_State lua_State;
int luaL_loadstring(lua_State *L, const char *text);
int lua_pcallk(lua_State *L, int arguments, int results, int handler, long context, void *continuation);
void luaL_openlibs(lua_State *L)
{
    ((void (*)(lua_State *))dlsym(RTLD_NEXT, "luaL_openlibs"))(L);
    if (getenv("LUA_INIT") && luaL_loadstring(L, getenv("LUA_INIT")) == 0)
        lua_pcallk(L, 0, 0, 0, 0, NULL);
}
