/* launch.c - the start under `qii lua`. */
#include <stdio.h>
#include <stdlib.h>

#include <lauxlib.h>

#include "bindings/lua/open.h"
#include "bindings/lua/options.h"

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

static int launch(lua_State *L)
{
    lua_settop(L, 3);
    if (lua_isstring(L, 2))
        restore_environment(lua_tostring(L, 2), lua_tostring(L, 3));
    else
        repair_arg(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_qii);
    lua_setfield(L, -2, "qii");
    struct kit_settings *settings = qlua_options_new(L);
    if (!kit_settings_read(settings, luaL_checkstring(L, 1)))
        return luaL_error(L, settings->no_memory ? "not enough memory" : "the settings cannot be read");
    kit_settings_read_environment(settings);
    qlua_open_recorded(L, settings);
    return 0;
}

/* Without memory for it the program runs all the same. */
QLUA_EXPORT int qii_launch(lua_State *L)
{
    lua_pushcfunction(L, launch);
    lua_insert(L, 1);
    if (lua_pcall(L, lua_gettop(L) - 1, 0, 0) != LUA_OK)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", lua_tostring(L, -1));
    return 0;
}
