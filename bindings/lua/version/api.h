/* api.h - Lua's C API in the two versions that the module is built for, 5.4 and 5.3: the code is written for 5.4, and
 * what 5.3 lacks or does differently is here. Included in place of lua.h, lauxlib.h and lualib.h.
 *
 * Every function of Lua is weak. An interpreter of another version lacks some of them, and the loader would report the
 * first one as an undefined symbol: so it loads the module, and luaopen_qii reports the version (supported.h). */
#ifndef QLUA_API_H
#define QLUA_API_H

#include <luaconf.h>

#undef LUA_API
#define LUA_API extern __attribute__((weak))

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <stddef.h>
#include <string.h>

/* "5.4", and as names of environment variables have it. */
#define QLUA_API_VERSION LUA_VERSION_MAJOR "." LUA_VERSION_MINOR
#define QLUA_API_SUFFIX  "_" LUA_VERSION_MAJOR "_" LUA_VERSION_MINOR

/* 1 where the module knows the layout of Lua's own structures (inside/), beyond its C API. */
enum { QLUA_API_KNOWS_LAYOUT = LUA_VERSION_NUM == 504 };

/* 1 where a vararg function begins with an instruction that prepares its arguments, before its first line event. */
enum { QLUA_API_PREPARES_VARARGS = LUA_VERSION_NUM >= 504 };

/* In the event of a tail call, the level of the frame that it replaces: in 5.3 the callee's lies above it until then.
 */
enum { QLUA_API_TAIL_LEVEL = LUA_VERSION_NUM >= 504 ? 0 : 1 };

#if LUA_VERSION_NUM >= 504

static inline int qlua_api_resume(lua_State *co, lua_State *from, int arguments, int *results)
{
    return lua_resume(co, from, arguments, results);
}

static inline size_t qlua_api_source_length(const lua_Debug *ar)
{
    return ar->srclen;
}

/* Push the only result of the function that is returning, in its return event. Returns false when there are more or
 * fewer. */
static inline int qlua_api_push_result(lua_State *L, lua_Debug *ar)
{
    lua_getinfo(L, "r", ar);
    return ar->ntransfer == 1 && lua_getlocal(L, ar, ar->ftransfer);
}

#else

#define LUA_GNAME                          "_G"
#define LUA_NUMTYPES                       LUA_NUMTAGS
#define luaL_pushfail                      lua_pushnil

#define lua_newuserdatauv(L, size, values) lua_newuserdata(L, size)

/* 5.3 cannot close a coroutine that failed; its error stays on top. */
static inline int lua_resetthread(lua_State *co)
{
    return lua_status(co);
}

/* A dead coroutine must not be resumed in 5.3: here it fails as in 5.4. */
static inline int qlua_api_resume(lua_State *co, lua_State *from, int arguments, int *results)
{
    if (lua_status(co) == LUA_OK && lua_gettop(co) == arguments) {
        lua_settop(co, 0);
        lua_pushliteral(co, "cannot resume dead coroutine");
        return LUA_ERRRUN;
    }
    int status = lua_resume(co, from, arguments);
    *results = lua_gettop(co);
    return status;
}

static inline size_t qlua_api_source_length(const lua_Debug *ar)
{
    return strlen(ar->source);
}

/* Lua 5.3 names no results: push the value on top of the frame of a C function, as coroutine.create returns it. */
static inline int qlua_api_push_result(lua_State *L, lua_Debug *ar)
{
    int last = 0;
    while (lua_getlocal(L, ar, last + 1)) {
        lua_pop(L, 1);
        last++;
    }
    return last && lua_getlocal(L, ar, last);
}

#endif

#endif
