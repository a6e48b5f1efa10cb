#include "bindings/lua/contexts/contexts.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/lua/contexts/busted.h"
#include "bindings/lua/contexts/loads.h"
#include "bindings/lua/contexts/luaunit.h"
#include "bindings/lua/contexts/prepare.h"
#include "bindings/lua/follow/context.h"
#include "bindings/lua/functions/registration.h"
#include "bindings/lua/inside/loading.h"

/* Registry key of a boolean: true if the state's tests are contexts. */
static const char watches;

/* Return whether a module has this name, in any folder. */
static bool is_module(const char *name, const char *module)
{
    size_t length = strlen(name), part = strlen(module);
    if (length < part || strcmp(name + length - part, module) != 0)
        return false;
    return length == part || strchr("./", name[length - part - 1]);
}

static bool is_watched(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &watches);
    bool watched = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return watched;
}

/* The program has required a module. */
static void required(lua_State *L, int module)
{
    const char *name = lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : NULL;
    if (!name)
        return;
    luaL_checkstack(L, 20, NULL);
    if (qlua_loads_uses(L, name) || !is_watched(L))
        return;
    if (is_module(name, "busted.core"))
        qlua_busted_watch(L, module);
    else if (is_module(name, "luaunit"))
        qlua_luaunit_watch(L, module);
}

void qlua_contexts_begin(lua_State *L, const struct kit_settings *settings)
{
    const char *which = settings->texts[KIT_CONTEXTS];
    lua_pushboolean(L, !which || strcmp(which, "none") != 0);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &watches);
    qlua_loading_listen(required);
    if (getenv(QLUA_CONTEXT_VARIABLE))
        qlua_context_inherit(L);
}

int qlua_contexts_set(lua_State *L)
{
    int before;
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TNUMBER) {
        before = qlua_context_return(L, (int)luaL_checkinteger(L, 1));
    } else if (lua_type(L, 1) == LUA_TBOOLEAN && !lua_toboolean(L, 1)) {
        before = -1; /* nothing was recorded when the program set the context to which it returns */
    } else {
        qlua_contexts_prepare(L);
        before = qlua_context_set(L, luaL_optstring(L, 1, NULL));
    }
    if (before < 0)
        lua_pushboolean(L, 0);
    else
        lua_pushinteger(L, before);
    return 1;
}
