/* luaunit.c - contexts for the tests of LuaUnit 3.
 *
 * LuaUnit calls methods of its runner before and after the suite, each class and each test. These methods are replaced.
 * setUp and tearDown run in the context of the test, "Class.test"; setupClass and teardownClass in that of the class;
 * setupSuite and teardownSuite in the context SUITE. */
#include "bindings/lua/contexts/luaunit.h"

#include <string.h>

#include "bindings/lua/contexts/prepare.h"
#include "bindings/lua/follow/context.h"

#define SUITE "LuaUnit"

/* Registry keys: the context before the test, and a boolean: true if the context SUITE was used. */
static const char outside;
static const char has_suite;

/* Call the original method, upvalue 1, with all arguments. */
static void call(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
}

static void place_in_suite(lua_State *L, const char *name)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &has_suite) == LUA_TBOOLEAN)
        qlua_context_within(L, name, SUITE);
    lua_pop(L, 1);
}

/* Call the method in a context. */
static int call_in(lua_State *L, const char *name)
{
    int before = qlua_context_set(L, name);
    call(L);
    qlua_context_return(L, before);
    return lua_gettop(L);
}

/* setupSuite and teardownSuite call the global functions of this name, given as upvalue 2. */
static int run_suite_function(lua_State *L)
{
    bool exists = lua_getglobal(L, lua_tostring(L, lua_upvalueindex(2))) == LUA_TFUNCTION;
    lua_pop(L, 1);
    if (!exists) {
        call(L);
        return lua_gettop(L);
    }
    lua_pushboolean(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &has_suite);
    return call_in(L, SUITE);
}

/* startClass(runner, class), which calls setupClass */
static int start_class(lua_State *L)
{
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (*name == '\0' || *name == '[') { /* "[TestFunctions]" are functions without a class */
        call(L);
        return lua_gettop(L);
    }
    place_in_suite(L, name);
    return call_in(L, name);
}

/* endClass(runner), which calls teardownClass */
static int end_class(lua_State *L)
{
    bool is_class = lua_getfield(L, 1, "lastClassName") == LUA_TSTRING && *lua_tostring(L, -1) != '[';
    const char *name = is_class ? lua_tostring(L, -1) : NULL; /* the runner keeps it */
    lua_pop(L, 1);
    if (name)
        return call_in(L, name);
    call(L);
    return lua_gettop(L);
}

/* startTest(runner, "Class.test") */
static int start_test(lua_State *L)
{
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    const char *dot = strchr(name, '.');
    if (dot) {
        lua_pushlstring(L, name, (size_t)(dot - name));
        qlua_context_within(L, name, lua_tostring(L, -1));
        lua_pop(L, 1);
    } else {
        place_in_suite(L, name);
    }
    lua_pushinteger(L, qlua_context_set(L, name));
    lua_rawsetp(L, LUA_REGISTRYINDEX, &outside);
    call(L);
    return lua_gettop(L);
}

static int end_test(lua_State *L)
{
    call(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &outside);
    qlua_context_return(L, (int)lua_tointeger(L, -1));
    lua_pop(L, 1);
    return lua_gettop(L);
}

void qlua_luaunit_watch(lua_State *L, int module)
{
    static const struct {
        const char *name;
        lua_CFunction ours;
    } methods[] = {{"setupSuite", run_suite_function}, {"teardownSuite", run_suite_function},
                   {"startClass", start_class},        {"endClass", end_class},
                   {"startTest", start_test},          {"endTest", end_test}};
    int top = lua_gettop(L);
    if (!lua_istable(L, module) || lua_getfield(L, module, "LuaUnit") != LUA_TTABLE ||
        lua_getfield(L, -1, "startTest") != LUA_TFUNCTION || lua_iscfunction(L, -1)) {
        lua_settop(L, top);
        return;
    }
    lua_pop(L, 1);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (lua_getfield(L, -1, methods[i].name) == LUA_TFUNCTION) {
            lua_pushstring(L, methods[i].name);
            lua_pushcclosure(L, methods[i].ours, 2);
            lua_setfield(L, -2, methods[i].name);
        } else {
            lua_pop(L, 1);
        }
    }
    lua_settop(L, top);
    qlua_contexts_prepare(L);
}
