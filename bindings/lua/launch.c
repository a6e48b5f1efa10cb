#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "options.h"
#include "session.h"

/* Words that `qii lua` put before the program's own on the command line: -e and its code. */
#define WORDS 2

static void restore_environment(const char *variable, const char *value)
{
    if (value)
        setenv(variable, value, 1);
    else
        unsetenv(variable);
}

/* The interpreter's own name stays first, what follows our words moves to their place. Without a script the words
 * count up from 0, else down to the interpreter's. */
static void repair_arg(lua_State *L)
{
    if (lua_getglobal(L, "arg") != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    lua_Integer first = 0;
    while (lua_rawgeti(L, -1, first - 1) != LUA_TNIL) {
        lua_pop(L, 1);
        first--;
    }
    lua_pop(L, 1);
    if (first < 0) {
        lua_rawgeti(L, -1, first);
        lua_rawseti(L, -2, first + WORDS);
        for (lua_Integer i = first; i < first + WORDS; i++) {
            lua_pushnil(L);
            lua_rawseti(L, -2, i);
        }
    } else {
        for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++) {
            lua_pop(L, 1);
            lua_rawgeti(L, -1, i + WORDS);
            lua_rawseti(L, -2, i);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

void qp_launch_start(lua_State *L, const char *library, const char *options, const char *cover, const char *include)
{
    const struct qp_session_start how = {.library = library,
                                         .options = options,
                                         .silent = true,
                                         .public_way = qp_options_public_way(),
                                         .branches = cover && strcmp(cover, "branch") == 0,
                                         .include = include};
    const char *wrong = qp_session_start(L, &how);
    if (wrong)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", wrong);
}

bool qp_launch_is_early(lua_State *L)
{
    lua_Debug ar;
    int level = 0;
    for (; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "S", &ar);
        if (*ar.what != 'C')
            return false;
    }
    return level == 3; /* the interpreter's main function, require, and what opens the module */
}

static int launch(lua_State *L)
{
    lua_settop(L, 6);
    if (lua_isstring(L, 3))
        restore_environment(lua_tostring(L, 3), lua_tostring(L, 4));
    else
        repair_arg(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_qii);
    lua_setfield(L, -2, "qii");
    qp_launch_start(L, luaL_checkstring(L, 1), luaL_checkstring(L, 2), luaL_optstring(L, 5, NULL),
                    luaL_optstring(L, 6, getenv("QII_INCLUDE")));
    return 0;
}

/* Without memory for it the program runs all the same. */
QP_LUA_EXPORT int qii_launch(lua_State *L)
{
    lua_pushcfunction(L, launch);
    lua_insert(L, 1);
    if (lua_pcall(L, lua_gettop(L) - 1, 0, 0) != LUA_OK)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", lua_tostring(L, -1));
    return 0;
}
