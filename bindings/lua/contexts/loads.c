#include "bindings/lua/contexts/loads.h"

#include <stdlib.h>

#include "bindings/lua/follow/context.h"
#include "bindings/lua/text/origin.h"

/* Registry keys: the table of the files of modules by the module's name, and the table of modules that the context in
 * its field 0 has used. */
static const char files;
static const char used;

/* Return the number of the current context. */
static int context_of(lua_State *L)
{
    const struct qlua_recording *r = qlua_recording_of(L);
    return r && r->mode ? r->context : 0;
}

/* Push the name by which reports list the file of the Lua function at an index; nil if it is not of a file. */
static void push_file(lua_State *L, int index)
{
    lua_Debug ar;
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &ar);
    char *file = *ar.source == '@' ? qlua_origin_file(ar.source, qlua_api_source_length(&ar)) : NULL;
    lua_pushstring(L, file); /* if Lua has no memory for it, the name leaks */
    free(file);
}

/* ---- uses -------------------------------------------------------------------------------------------------------- */

/* Maximum number of contexts whose used modules are remembered at the same time. */
#define MOST_USED 256

/* Push the table of modules that a context has used. */
static void push_used(lua_State *L, int context)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &used);
    if (lua_rawgeti(L, -1, context) == LUA_TNIL) {
        lua_rawgeti(L, -2, 0);
        lua_Integer count = lua_tointeger(L, -1);
        lua_pop(L, 2);
        if (count >= MOST_USED) {
            lua_newtable(L);
            lua_replace(L, -2);
            lua_pushvalue(L, -1);
            lua_rawsetp(L, LUA_REGISTRYINDEX, &used);
            count = 0;
        }
        lua_pushinteger(L, count + 1);
        lua_rawseti(L, -2, 0);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, context);
    }
    lua_remove(L, -2);
}

/* Note that a context uses a module. Return false if that was noted before. */
static bool is_new_use(lua_State *L, int context, const char *name)
{
    push_used(L, context);
    bool is_new = lua_getfield(L, -1, name) == LUA_TNIL;
    if (is_new) {
        lua_pushboolean(L, 1);
        lua_setfield(L, -3, name);
    }
    lua_pop(L, 2);
    return is_new;
}

bool qlua_loads_uses(lua_State *L, const char *name)
{
    int top = lua_gettop(L), context = context_of(L);
    bool known = context != 0 && lua_rawgetp(L, LUA_REGISTRYINDEX, &files) == LUA_TTABLE &&
                 lua_getfield(L, -1, name) == LUA_TSTRING;
    if (known && is_new_use(L, context, name))
        qlua_context_return(L, qlua_context_load(L, lua_tostring(L, -1)));
    lua_settop(L, top);
    return known;
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

static int loaded(lua_State *L, int status, lua_KContext before)
{
    (void)status;
    qlua_context_return(L, (int)before);
    return lua_gettop(L) - 1;
}

#if LUA_VERSION_NUM >= 504
/* Return to the context before, after an error of the loaded file. */
static int close_load(lua_State *L)
{
    lua_getiuservalue(L, 1, 1);
    if (!lua_isnil(L, 2))
        qlua_context_return(L, (int)lua_tointeger(L, -1));
    return 0;
}
#endif

/* Loader of a file, in place of the function in upvalue 1. Upvalue 2 is the file. */
static int load(lua_State *L)
{
    int count = lua_gettop(L), context = context_of(L);
    luaL_checkstack(L, 8, NULL);
    if (context != 0 && lua_type(L, 1) == LUA_TSTRING)
        is_new_use(L, context, lua_tostring(L, 1));
    int before = qlua_context_load(L, lua_tostring(L, lua_upvalueindex(2)));
#if LUA_VERSION_NUM >= 504
    lua_newuserdatauv(L, 0, 1);
    lua_pushinteger(L, before);
    lua_setiuservalue(L, -2, 1);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, close_load);
    lua_setfield(L, -2, "__close");
    lua_setmetatable(L, -2);
    lua_insert(L, 1);
    lua_toclose(L, 1);
#else
    lua_pushnil(L);
    lua_insert(L, 1);
#endif
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 2);
    lua_callk(L, count, LUA_MULTRET, before, loaded);
    return loaded(L, LUA_OK, before);
}

/* Searcher, in place of the function in upvalue 1: replace the loader that it finds. */
static int search(lua_State *L)
{
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_call(L, 1, LUA_MULTRET);
    if (lua_gettop(L) < 2 || lua_iscfunction(L, 2) || lua_type(L, 2) != LUA_TFUNCTION)
        return lua_gettop(L) - 1;
    push_file(L, 2);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return lua_gettop(L) - 1;
    }
    lua_rawgetp(L, LUA_REGISTRYINDEX, &files);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, -3);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    lua_pushvalue(L, 2);
    lua_insert(L, -2);
    lua_pushcclosure(L, load, 2);
    lua_replace(L, 2);
    return lua_gettop(L) - 1;
}

/* Replace the searcher of Lua files, which is the second one in package.searchers. */
static void replace_searcher(lua_State *L)
{
    int top = lua_gettop(L);
    if (lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE) == LUA_TTABLE &&
        lua_getfield(L, -1, LUA_LOADLIBNAME) == LUA_TTABLE && lua_getfield(L, -1, "searchers") == LUA_TTABLE &&
        lua_rawgeti(L, -1, 2) == LUA_TFUNCTION && lua_tocfunction(L, -1) != search) {
        lua_pushcclosure(L, search, 1);
        lua_rawseti(L, -2, 2);
    }
    lua_settop(L, top);
}

void qlua_loads_watch(lua_State *L)
{
    luaL_checkstack(L, 6, NULL);
    bool watches = lua_rawgetp(L, LUA_REGISTRYINDEX, &files) == LUA_TTABLE;
    lua_pop(L, 1);
    if (watches)
        return;
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &files);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &used);
    replace_searcher(L);
}
