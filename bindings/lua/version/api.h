/* api.h - Lua's C API in versions 5.4 and 5.3. Our code is written for 5.4, and this file adapts it to 5.3. Include
 * this file instead of lua.h, lauxlib.h and lualib.h.
 *
 * All functions of Lua are declared weak. An interpreter of another version lacks some of them; if they were not weak,
 * the dynamic linker would refuse to load the module because of an undefined symbol. As it is, the linker loads the
 * module, and luaopen_qii reports the wrong version (supported.h). */
#pragma once

#include <luaconf.h>

#undef LUA_API
#define LUA_API extern __attribute__((weak))

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <stddef.h>
#include <string.h>

/* QLUA_API_VERSION is a text such as "5.4". QLUA_API_SUFFIX, such as "_5_4", is the suffix of environment variables
 * that apply only to this version. */
#define QLUA_API_VERSION LUA_VERSION_MAJOR "." LUA_VERSION_MINOR
#define QLUA_API_SUFFIX  "_" LUA_VERSION_MAJOR "_" LUA_VERSION_MINOR

/* 1 if the module knows the layout of Lua's own structures (inside/), beyond its C API. */
enum { QLUA_API_KNOWS_LAYOUT = LUA_VERSION_NUM == 504 };

/* 1 if a vararg function begins with an instruction that prepares its arguments, before its first line event. */
enum { QLUA_API_PREPARES_VARARGS = LUA_VERSION_NUM >= 504 };

/* Level, in the event of a tail call, of the frame that is replaced. In Lua 5.3 this is 1, because the frame of the
 * callee is already at level 0. */
enum { QLUA_API_TAIL_LEVEL = LUA_VERSION_NUM >= 504 ? 0 : 1 };

#if LUA_VERSION_NUM >= 504

static inline size_t qlua_api_source_length(const lua_Debug *ar)
{
    return ar->srclen;
}

/* In a return event, push the result of the returning function. Return false if it has no result, or several. */
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

/* Only leave the error on top of the stack, since Lua 5.3 cannot close a coroutine that failed. */
static inline int lua_resetthread(lua_State *co)
{
    return lua_status(co);
}

/* Fail for a dead coroutine, as Lua 5.4 does. In Lua 5.3 a dead coroutine must not be resumed. */
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

#define lua_resume                         qlua_api_resume

static inline size_t qlua_api_source_length(const lua_Debug *ar)
{
    return strlen(ar->source);
}

/* In a return event of coroutine.create or coroutine.wrap, push the result: the top value of the frame. Lua 5.3 does
 * not report where results are. */
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
