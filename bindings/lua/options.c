#include "options.h"

#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

/* Where the texts stand on the stack, above the table. */
enum { TABLE = 1, LIBRARY, TEXT, INCLUDE };

bool qp_options_public_way(void)
{
    const char *layout = getenv("QII_LAYOUT");
    return layout && strcmp(layout, "public") == 0;
}

static const char *value_text(lua_State *L, int index)
{
    if (lua_isboolean(L, index))
        return lua_toboolean(L, index) ? "yes" : "no";
    if (lua_type(L, index) == LUA_TNUMBER || lua_type(L, index) == LUA_TSTRING) {
        lua_pushvalue(L, index); /* a number must not become a string in the table */
        const char *text = lua_tostring(L, -1);
        lua_replace(L, index);
        return text;
    }
    luaL_error(L, "option '%s' is a %s", lua_tostring(L, -2), luaL_typename(L, index));
    return NULL;
}

/* With blanks or quotes in it, a value stands in double quotes, and a double quote itself in single ones. */
static void add(lua_State *L, const char *name, const char *value)
{
    const char *quote = strpbrk(value, " \t\n\v\f\r\"'") ? "\"" : "";
    const char *quoted = luaL_gsub(L, value, "\"", "\"'\"'\"");
    lua_pushfstring(L, "%s -%s=%s%s%s", lua_tostring(L, TEXT), name, quote, quoted, quote);
    lua_replace(L, TEXT);
    lua_pop(L, 1);
}

/* One pattern, or a list of them, as one text. */
static void read_include(lua_State *L, int value)
{
    if (!lua_istable(L, value)) {
        lua_pushstring(L, value_text(L, value));
    } else {
        luaL_Buffer patterns;
        luaL_buffinit(L, &patterns);
        for (lua_Integer i = 1; i <= luaL_len(L, value); i++) {
            if (lua_geti(L, value, i) != LUA_TSTRING)
                luaL_error(L, "option 'include' has a %s in it", luaL_typename(L, -1));
            luaL_addvalue(&patterns);
            luaL_addchar(&patterns, ';');
        }
        luaL_pushresult(&patterns);
    }
    lua_replace(L, INCLUDE);
}

/* Returns. Whether to cover. */
static bool read_cover(lua_State *L, int value, struct qp_session_start *how)
{
    const char *text = value_text(L, value);
    how->branches = strcmp(text, "branch") == 0;
    if (!how->branches && strcmp(text, "line") != 0 && !lua_isboolean(L, value))
        luaL_error(L, "option 'cover' takes \"line\" or \"branch\", not '%s'", text);
    return lua_toboolean(L, value);
}

static void read_field(lua_State *L, const char *name, int value, struct qp_session_start *how)
{
    if (strcmp(name, "layout") == 0) {
        how->public_way = strcmp(value_text(L, value), "public") == 0;
    } else if (strcmp(name, "cover") == 0) {
        bool covers = read_cover(L, value, how);
        if (lua_getfield(L, TABLE, "library") == LUA_TNIL) { /* else that one is it, in any order of the two */
            lua_pushstring(L, covers ? "cprof" : "qprof");
            lua_replace(L, LIBRARY);
        }
        lua_pop(L, 1);
    } else if (strcmp(name, "include") == 0) {
        read_include(L, value);
    } else if (strcmp(name, "library") == 0) {
        lua_pushstring(L, value_text(L, value));
        lua_replace(L, LIBRARY);
    } else {
        add(L, name, value_text(L, value));
    }
}

void qp_options_read(lua_State *L, struct qp_session_start *how)
{
    lua_settop(L, TABLE);
    lua_pushstring(L, how->library);
    lua_pushstring(L, how->options);
    lua_pushstring(L, how->include);
    if (!lua_isnil(L, TABLE)) {
        luaL_checktype(L, TABLE, LUA_TTABLE);
        for (lua_pushnil(L); lua_next(L, TABLE); lua_pop(L, 1)) {
            if (lua_type(L, -2) == LUA_TSTRING) {
                read_field(L, lua_tostring(L, -2), lua_gettop(L), how);
            } else {
                lua_pushfstring(L, "%s %s", lua_tostring(L, TEXT), value_text(L, lua_gettop(L)));
                lua_replace(L, TEXT);
            }
        }
    }
    how->library = lua_tostring(L, LIBRARY);
    how->options = lua_tostring(L, TEXT);
    how->include = lua_tostring(L, INCLUDE);
}
