/* launch.c - start of a recording under `qii lua`. */
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/lua/command_line.h"
#include "bindings/lua/follow/context.h"
#include "bindings/lua/open.h"
#include "bindings/lua/options.h"
#include "bindings/lua/version/supported.h"

static void restore_environment(lua_State *L, int variables)
{
    for (lua_pushnil(L); lua_next(L, variables); lua_pop(L, 1)) {
        const char *name = lua_tostring(L, -2);
        if (lua_isstring(L, -1))
            setenv(name, lua_tostring(L, -1), 1);
        else
            unsetenv(name);
    }
}

static lua_Integer integer_at(lua_State *L, int list, lua_Integer index)
{
    lua_rawgeti(L, list, index);
    lua_Integer value = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return value;
}

/* Restore `arg`: put each option -E back to its position in the user's command line. A script stays at 0, so the
 * words before it move down. */
static void restore_arg(lua_State *L, int ignoring)
{
    if (lua_getglobal(L, "arg") != LUA_TTABLE)
        return;
    int words = lua_gettop(L);
    lua_Integer from = qlua_command_line_first(L, words);
    lua_Integer last = (lua_Integer)lua_rawlen(L, words);
    lua_Integer left = (lua_Integer)lua_rawlen(L, ignoring);
    lua_Integer to = from ? from - left : 0;
    lua_newtable(L);
    for (lua_Integer word = 0, next = 1; from <= last || left; word++, to++) {
        if (left && integer_at(L, ignoring, next) == word) {
            lua_pushliteral(L, "-E");
            next++;
            left--;
        } else {
            lua_rawgeti(L, words, from++);
        }
        lua_rawseti(L, -2, to);
    }
    lua_setglobal(L, "arg");
}

/* Set the registry field by which the interpreter notes that it ignores its environment. */
static void restore_ignoring(lua_State *L, int ignoring)
{
    lua_pushboolean(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
    restore_arg(L, ignoring);
}

/* ---- child processes --------------------------------------------------------------------------------------------- */

#define INIT "LUA_INIT" QLUA_API_SUFFIX

/* Append a text as a Lua string. */
static void add_literal(luaL_Buffer *code, const char *text)
{
    luaL_addchar(code, '"');
    for (; *text; text++) {
        char byte[5];
        snprintf(byte, sizeof byte, "\\%03u", (unsigned char)*text);
        if (isalnum((unsigned char)*text))
            luaL_addchar(code, *text);
        else
            luaL_addstring(code, byte);
    }
    luaL_addchar(code, '"');
}

/* Push the code that starts the recorder in another process. It sets the variable that has the code to its former
 * value, and runs the code in it. */
static void push_code(lua_State *L, const char *module, const char *settings)
{
    const char *own = getenv(INIT), *init = own ? own : getenv("LUA_INIT");
    luaL_Buffer code;
    luaL_buffinit(L, &code);
    luaL_addstring(&code, "do local f=package.loadlib(");
    add_literal(&code, module);
    luaL_addstring(&code, ",\"qii_launch\")if f then f(");
    add_literal(&code, settings);
    luaL_addstring(&code, ",{" INIT "=");
    if (own)
        add_literal(&code, own);
    else
        luaL_addstring(&code, "false");
    luaL_addstring(&code, "},{})end end ");
    if (init && *init == '@') {
        luaL_addstring(&code, "dofile(");
        add_literal(&code, init + 1);
        luaL_addchar(&code, ')');
    } else if (init) {
        luaL_addstring(&code, init);
    }
    luaL_pushresult(&code);
}

/* Record the Lua programs that this one starts, if the option is set: each in a file of its own, and in the context
 * that runs when it is started. */
static void follow_children(lua_State *L, struct kit_settings *settings)
{
    const struct qlua_recording *r = qlua_recording_of(L);
    bool may_follow = r && r->mode && settings->options && strstr(settings->options, "follow-child-processes");
    const char *name = may_follow ? r->qii->get_option("data-file") : NULL;
    Dl_info library;
    if (!name || !r->qii->get_option("follow-child-processes") || !dladdr((void *)luaopen_qii, &library))
        return;
    qlua_context_inherit(L);
    char *module = realpath(library.dli_fname, NULL);
    kit_settings_follow_children(settings, name);
    char *include = settings->texts[KIT_INCLUDE]; /* this program covers these files, relative to its directory */
    settings->texts[KIT_INCLUDE] = NULL;
    char *text = kit_settings_write(settings);
    settings->texts[KIT_INCLUDE] = include;
    if (module && text) {
        push_code(L, module, text);
        setenv(INIT, lua_tostring(L, -1), 1);
        lua_pop(L, 1);
    }
    free(text);
    free(module);
}

/* ---- start ------------------------------------------------------------------------------------------------------- */

static int launch(lua_State *L)
{
    lua_settop(L, 3);
    restore_environment(L, 2);
    if (lua_rawlen(L, 3))
        restore_ignoring(L, 3);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_qii);
    lua_setfield(L, -2, "qii");
    if (!qlua_command_line_loads(L, false))
        return 0;
    struct kit_settings *settings = qlua_options_new(L);
    if (!kit_settings_read(settings, luaL_checkstring(L, 1)))
        return luaL_error(L, settings->no_memory ? "not enough memory" : "invalid settings");
    kit_settings_read_environment(settings);
    qlua_open_recorded(L, settings);
    follow_children(L, settings);
    return 0;
}

/* If anything fails, for example for lack of memory, the program runs without a profile. */
QLUA_EXPORT int qii_launch(lua_State *L)
{
    qlua_supported_check(L);
    lua_pushcfunction(L, launch);
    lua_insert(L, 1);
    if (lua_pcall(L, lua_gettop(L) - 1, 0, 0) != LUA_OK)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", lua_tostring(L, -1));
    return 0;
}
