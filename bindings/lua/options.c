#include "bindings/lua/options.h"

#include <string.h>

static int free_settings(lua_State *L)
{
    kit_settings_fini(lua_touserdata(L, 1));
    return 0;
}

struct kit_settings *qlua_options_new(lua_State *L)
{
    struct kit_settings *settings = lua_newuserdatauv(L, sizeof *settings, 0);
    *settings = (struct kit_settings){0};
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, free_settings);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    return settings;
}

static const char *value_text(lua_State *L, int index)
{
    if (lua_isboolean(L, index))
        return lua_toboolean(L, index) ? "yes" : "no";
    if (lua_type(L, index) == LUA_TNUMBER || lua_type(L, index) == LUA_TSTRING) {
        lua_pushvalue(L, index); /* convert a copy: in the table itself, a number must not become a string */
        const char *text = lua_tostring(L, -1);
        lua_replace(L, index);
        return text;
    }
    luaL_error(L, "option '%s' is a %s", lua_tostring(L, -2), luaL_typename(L, index));
    return NULL;
}

/* Read a pattern, or a list of patterns. */
static void read_include(lua_State *L, int value, struct kit_settings *settings)
{
    if (!lua_istable(L, value)) {
        kit_settings_set(settings, KIT_INCLUDE, value_text(L, value));
        return;
    }
    kit_settings_set(settings, KIT_INCLUDE, "");
    for (lua_Integer i = 1; i <= luaL_len(L, value); i++, lua_pop(L, 1)) {
        if (lua_geti(L, value, i) != LUA_TSTRING)
            luaL_error(L, "option 'include' contains a %s", luaL_typename(L, -1));
        kit_settings_set(settings, KIT_INCLUDE, lua_tostring(L, -1));
    }
}

static void read_cover(lua_State *L, int value, struct kit_settings *settings)
{
    const char *text = value_text(L, value);
    if (lua_isboolean(L, value))
        settings->cover = lua_toboolean(L, value) ? KIT_COVER_LINES : KIT_COVER_NOTHING;
    else if (!kit_settings_set_cover(settings, text))
        luaL_error(L, "option 'cover' takes \"line\", \"branch\" or \"hit\", not '%s'", text);
}

static void read_contexts(lua_State *L, int value, struct kit_settings *settings)
{
    const char *text = lua_isboolean(L, value) ? lua_toboolean(L, value) ? "tests" : "none" : value_text(L, value);
    if (!kit_settings_set(settings, KIT_CONTEXTS, text))
        luaL_error(L, "option 'contexts' takes \"tests\" or \"none\", not '%s'", text);
}

static void read_field(lua_State *L, const char *name, int value, struct kit_settings *settings, const char **layout)
{
    if (strcmp(name, "layout") == 0)
        *layout = strcmp(value_text(L, value), "public") == 0 ? "public" : "";
    else if (strcmp(name, "cover") == 0)
        read_cover(L, value, settings);
    else if (strcmp(name, "include") == 0)
        read_include(L, value, settings);
    else if (strcmp(name, "contexts") == 0)
        read_contexts(L, value, settings);
    else if (strcmp(name, "luacov") == 0)
        kit_settings_set(settings, KIT_CONFIGURATION, value_text(L, value));
    else if (strcmp(name, "library") == 0)
        kit_settings_set_library(settings, value_text(L, value));
    else
        kit_settings_add_option(settings, name, value_text(L, value));
}

void qlua_options_read(lua_State *L, struct kit_settings *settings, const char **layout)
{
    if (lua_isnoneornil(L, 1))
        return;
    luaL_checktype(L, 1, LUA_TTABLE);
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
        int value = lua_gettop(L);
        if (lua_type(L, -2) == LUA_TSTRING)
            read_field(L, lua_tostring(L, -2), value, settings, layout);
        else
            kit_settings_add_text(settings, value_text(L, value));
    }
    if (kit_settings_sample_lines(settings))
        luaL_error(L, "options 'sample' and 'cover' cannot be combined: lines are counted, not timed");
}
