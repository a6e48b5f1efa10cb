#include "bindings/lua/luacov/modules.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "bindings/lua/version/api.h"

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

static bool is_init(const char *file)
{
    static const char init[] = "init.lua";
    size_t length = strlen(file);
    size_t end = sizeof init - 1;
    return length >= end && strcmp(file + length - end, init) == 0;
}

void qlua_modules_add(lua_State *L, int modules, int list)
{
    for (lua_pushnil(L); lua_next(L, modules); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TSTRING)
            continue;
        const char *module = lua_tostring(L, -2);
        add_pattern(L, list, module, "$");
        if (is_init(lua_tostring(L, -1)))
            add_pattern(L, list, module, "/init$");
    }
}
