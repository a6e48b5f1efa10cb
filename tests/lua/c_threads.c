/* c_threads.c - a Lua module whose functions use threads and states in ways that are possible only in C. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bindings/lua/version/api.h"

__attribute__((visibility("default"))) int luaopen_c_threads(lua_State *L);

/* once(f): run f as a coroutine, then forget the coroutine and collect it before this function returns. */
static int once(lua_State *L)
{
    int results;
    lua_State *thread = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, thread, 1);
    lua_resume(thread, L, 0, &results);
    lua_settop(L, 0);
    lua_gc(L, LUA_GCCOLLECT, 0);
    return 0;
}

/* call(f): call f on a new Lua thread directly, not with lua_resume. */
static int call(lua_State *L)
{
    lua_State *thread = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, thread, 1);
    lua_call(thread, 0, 0);
    return 0;
}

/* again(f, g): run f as a coroutine to its end, then run g as a coroutine in the same Lua thread. */
static int again(lua_State *L)
{
    int results;
    lua_State *thread = lua_newthread(L);
    for (int i = 1; i <= 2; i++) {
        lua_pushvalue(L, i);
        lua_xmove(L, thread, 1);
        lua_resume(thread, L, 0, &results);
        lua_settop(thread, 0);
    }
    return 0;
}

/* in_main(f): call f in the main thread, whichever thread runs. Event loops that store the main thread do the same. */
static int in_main(lua_State *L)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    lua_State *thread = lua_tothread(L, -1);
    lua_pushvalue(L, 1);
    lua_xmove(L, thread, 1);
    lua_call(thread, 0, 0);
    return 0;
}

/* open(): create a Lua state with the allocator of this state, and return the new state. */
static int open(lua_State *L)
{
    void *data;
    lua_Alloc allocate = lua_getallocf(L, &data);
    lua_State *state = lua_newstate(allocate, data);
    if (state)
        luaL_openlibs(state);
    lua_pushlightuserdata(L, state);
    return 1;
}

/* run(state, text): load the text in the state, call it, and return its result as a number. */
static int run(lua_State *L)
{
    lua_State *state = lua_touserdata(L, 1);
    if (luaL_dostring(state, luaL_checkstring(L, 2)) != LUA_OK)
        return luaL_error(L, "%s", lua_tostring(state, -1));
    lua_pushnumber(L, lua_tonumber(state, -1));
    lua_settop(state, 0);
    return 1;
}

static int close_state(lua_State *L)
{
    lua_close(lua_touserdata(L, 1));
    return 0;
}

/* fork(f): fork, and call f in the child process. Return whether the child process exited with status 0. */
static int fork_once(lua_State *L)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        lua_call(L, 0, 0);
        exit(0);
    }
    lua_pushboolean(L, child > 0 && waitpid(child, &status, 0) == child && status == 0);
    return 1;
}

/* sleep(): sleep for a millisecond. */
static int nap(lua_State *L)
{
    (void)L;
    usleep(1000);
    return 0;
}

static lua_Integer counted;

static void count_event(lua_State *L, lua_Debug *ar)
{
    (void)L;
    (void)ar;
    counted++;
}

/* count(n): count every n-th instruction of this thread, and of threads that it creates, by a hook in C. */
static int count(lua_State *L)
{
    lua_sethook(L, count_event, LUA_MASKCOUNT, (int)luaL_checkinteger(L, 1));
    return 0;
}

/* counted(): return how many events count() has counted. */
static int get_counted(lua_State *L)
{
    lua_pushinteger(L, counted);
    return 1;
}

int luaopen_c_threads(lua_State *L)
{
    static const luaL_Reg functions[] = {{"once", once},         {"call", call},           {"again", again},
                                         {"in_main", in_main},   {"open", open},           {"run", run},
                                         {"close", close_state}, {"fork", fork_once},      {"sleep", nap},
                                         {"count", count},       {"counted", get_counted}, {NULL, NULL}};
    luaL_newlib(L, functions);
    return 1;
}
