#include "bindings/lua/luacov/luacov.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/lua/luacov/bounded.h"
#include "bindings/lua/luacov/patterns.h"

#define LONGEST_LIST 400 /* characters in a list of ignored settings */

/* Settings of the run; all NULL without settings. */
static struct {
    lua_State *L; /* Lua state whose registry contains the lists of patterns, indexed by the name of the setting */
    char *where;  /* prefix of messages: "qii: .luacov: " */
    char *not_included;
    char *excluded;
    char *untested;
} settings;

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Copy the fields of the result on top of the stack to the environment below it, except for fields that are already
 * there. */
static void add_result(lua_State *L)
{
    int environment = lua_gettop(L) - 1;
    if (!lua_istable(L, -1)) {
        if (!lua_isnil(L, -1))
            fprintf(stderr, "%sthe result is a %s, not a table\n", settings.where, luaL_typename(L, -1));
        return;
    }
    for (lua_pushnil(L); lua_next(L, environment + 1); lua_settop(L, environment + 2)) {
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, environment) == LUA_TNIL) {
            lua_pushvalue(L, -3);
            lua_replace(L, -2);
            lua_rawset(L, environment);
        }
    }
}

/* Push a copy of a setting, which is a list of strings. Without the setting, push an empty list. */
static void copy_list(lua_State *L, int environment, const char *name)
{
    lua_newtable(L);
    lua_getfield(L, environment, name);
    if (!lua_istable(L, -1) && !lua_isnil(L, -1))
        fprintf(stderr, "%s%s is a %s, not a list\n", settings.where, name, luaL_typename(L, -1));
    lua_Integer count = lua_istable(L, -1) ? (lua_Integer)lua_rawlen(L, -1) : 0;
    for (lua_Integer from = 1, to = 1; from <= count; from++) {
        if (lua_rawgeti(L, -1, from) == LUA_TSTRING) {
            lua_rawseti(L, -3, to++);
            continue;
        }
        fprintf(stderr, "%s%s contains a %s\n", settings.where, name, luaL_typename(L, -1));
        lua_pop(L, 1);
        break;
    }
    lua_pop(L, 1);
}

/* Add a pattern for the files of a module to a list. In the module's name, a dot stands for a slash, and a star for
 * any name of a directory or file. */
static void add_pattern(lua_State *L, int list, const char *module, const char *end)
{
    luaL_Buffer pattern;
    luaL_buffinit(L, &pattern);
    for (; *module; module++) {
        if (*module == '.') {
            luaL_addchar(&pattern, '/');
        } else if (*module == '*') {
            luaL_addstring(&pattern, "[^/]+");
        } else {
            if (ispunct((unsigned char)*module))
                luaL_addchar(&pattern, '%');
            luaL_addchar(&pattern, *module);
        }
    }
    luaL_addstring(&pattern, end);
    luaL_pushresult(&pattern);
    lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
}

static bool ends_in(const char *file, const char *end)
{
    size_t length = strlen(file);
    return length >= strlen(end) && strcmp(file + length - strlen(end), end) == 0;
}

/* Add patterns for the modules in a table {["name"] = "file", ["name.*"] = "directory"} to a list. `modules` and
 * `list` are the stack indices of the table and the list. If the file of a module is an init.lua, the module may be
 * installed as NAME.lua or NAME/init.lua, so add patterns for both. */
static void add_modules(lua_State *L, int modules, int list)
{
    for (lua_pushnil(L); lua_next(L, modules); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TSTRING)
            continue;
        const char *module = lua_tostring(L, -2);
        add_pattern(L, list, module, "$");
        if (ends_in(lua_tostring(L, -1), "init.lua"))
            add_pattern(L, list, module, "/init$");
    }
}

/* Add the files of modules to the included files. */
static void read_modules(lua_State *L, int environment)
{
    lua_getfield(L, LUA_REGISTRYINDEX, "include");
    if (lua_getfield(L, environment, "modules") == LUA_TTABLE)
        add_modules(L, lua_gettop(L), lua_gettop(L) - 1);
    else if (!lua_isnil(L, -1))
        fprintf(stderr, "%smodules is a %s, not a table\n", settings.where, luaL_typename(L, -1));
    lua_pop(L, 2);
}

static void read_patterns(lua_State *L, int environment, const char *name)
{
    copy_list(L, environment, name);
    lua_setfield(L, LUA_REGISTRYINDEX, name);
}

/* Push the strings of the list on top of the stack, joined by a separator. */
static const char *join(lua_State *L, const char *separator)
{
    qlua_bounded_push(L, "table", "concat");
    lua_pushvalue(L, -2);
    lua_pushstring(L, separator);
    lua_call(L, 2, 1);
    return lua_tostring(L, -1);
}

/* Read includeuntestedfiles: true for the current directory, or a list of files and directories. */
static void read_untested(lua_State *L, int environment)
{
    static const char name[] = "includeuntestedfiles";
    if (lua_getfield(L, environment, name) == LUA_TBOOLEAN) {
        settings.untested = lua_toboolean(L, -1) ? strdup(".") : NULL;
        return;
    }
    copy_list(L, environment, name);
    if (lua_rawlen(L, -1))
        settings.untested = strdup(join(L, ";"));
}

/* Return whether the setting whose name is on top is used. */
static bool is_used(lua_State *L)
{
    static const char *const used[] = {"include", "exclude", "modules", "includeuntestedfiles"};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        if (lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), used[i]) == 0)
            return true;
    return false;
}

/* Push a name, or "..." if it contains characters that are not letters, digits or underscores. */
static void push_word(lua_State *L, const char *name)
{
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    lua_pushstring(L, strspn(name, word) == strlen(name) ? name : "...");
}

/* Report ignored settings, in alphabetical order. */
static void report_ignored(lua_State *L, int environment)
{
    int count = 0;
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, environment);) {
        lua_pop(L, 1);
        if (is_used(L) || lua_type(L, -1) != LUA_TSTRING)
            continue;
        push_word(L, lua_tostring(L, -1));
        lua_rawseti(L, -3, ++count);
    }
    if (!count)
        return;
    qlua_bounded_push(L, "table", "sort");
    lua_pushvalue(L, -2);
    lua_call(L, 1, 0);
    const char *names = join(L, ", ");
    fprintf(stderr, "%signored settings: %.*s\n", settings.where, LONGEST_LIST, names);
    char *note = kit_format("%signored settings: %.*s", settings.where + strlen("qii: "), LONGEST_LIST, names);
    if (note)
        kit_library.qii.add_annotation(note);
    free(note);
}

static int read_settings(lua_State *L)
{
    qlua_bounded_run(L, lua_touserdata(L, 1));
    add_result(L);
    lua_settop(L, 2);
    read_patterns(L, 2, "include");
    read_patterns(L, 2, "exclude");
    read_modules(L, 2);
    read_untested(L, 2);
    report_ignored(L, 2);
    return 0;
}

/* ---- a run ------------------------------------------------------------------------------------------------------ */

static const char *find_file(const char *file)
{
    if (!file)
        file = getenv("LUACOV_CONFIG");
    if (!file && access(".luacov", F_OK) == 0)
        file = ".luacov";
    return file && strcmp(file, "none") != 0 ? file : NULL;
}

void qlua_luacov_begin(const char *file)
{
    qlua_luacov_end();
    file = find_file(file);
    if (!file)
        return;
    settings.where = kit_format("qii: %s: ", file);
    settings.not_included = kit_format("not in include of %s", file);
    settings.excluded = kit_format("exclude of %s", file);
    lua_State *L = qlua_bounded_new();
    settings.L = L;
    if (!L || !settings.where || !settings.not_included || !settings.excluded) {
        fprintf(stderr, "qii: cannot create a Lua state for %s; its settings are ignored\n", file);
        qlua_luacov_end();
        return;
    }
    lua_pushcfunction(L, read_settings);
    lua_pushlightuserdata(L, (void *)file);
    if (lua_pcall(L, 1, 0, 0) == LUA_OK)
        return;
    fprintf(stderr, "qii: %.400s; the settings of %s are ignored\n",
            lua_isstring(L, -1) ? lua_tostring(L, -1) : luaL_typename(L, -1), file);
    qlua_luacov_end();
}

void qlua_luacov_end(void)
{
    if (settings.L)
        qlua_bounded_close(settings.L);
    settings.L = NULL;
    char **texts[] = {&settings.where, &settings.not_included, &settings.excluded, &settings.untested};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        free(*texts[i]);
        *texts[i] = NULL;
    }
}

const char *qlua_luacov_untested(void)
{
    return settings.untested;
}

/* ---- queries ---------------------------------------------------------------------------------------------------- */

struct query {
    const char *file; /* name of the file; NULL = the chunk is not from a file */
    const char *reason;
};

/* Push a file name in the form that is compared with patterns: without ".lua", and with slashes instead of
 * backslashes. */
static const char *push_name(lua_State *L, const char *file)
{
    lua_pushlstring(L, file, strlen(file) - (ends_in(file, ".lua") ? strlen(".lua") : 0));
    return luaL_gsub(L, lua_tostring(L, -1), "\\", "/");
}

static int answer(lua_State *L)
{
    struct query *query = lua_touserdata(L, 1);
    lua_getfield(L, LUA_REGISTRYINDEX, "include");
    lua_getfield(L, LUA_REGISTRYINDEX, "exclude");
    bool is_file = query->file;
    const char *name = is_file ? push_name(L, query->file) : "";
    enum qlua_match included = qlua_patterns_match(L, 2, name, settings.where);
    if (included == QLUA_MATCH_NONE || (included == QLUA_MATCH_ONE && !is_file))
        query->reason = settings.not_included;
    else if (is_file && qlua_patterns_match(L, 3, name, settings.where) == QLUA_MATCH_ONE)
        query->reason = settings.excluded;
    return 0;
}

const char *qlua_luacov_reason(const char *file)
{
    struct query query = {file, NULL};
    lua_State *L = settings.L;
    if (!L)
        return NULL;
    lua_pushcfunction(L, answer);
    lua_pushlightuserdata(L, &query);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK)
        lua_pop(L, 1);
    return query.reason;
}
