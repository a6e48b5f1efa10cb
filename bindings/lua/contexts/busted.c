/* busted.c - contexts for the tests of busted 2.
 *
 * busted keeps files, describe blocks, tests, and functions before and after tests as elements of a tree. It adds each
 * element by busted.context.attach, and runs each by busted.safe. These two functions are replaced:
 *
 *   attach   names the element "FILE: NAMES OF BLOCKS NAME", as busted prints it, with " [2]" for the second element
 *            with this name
 *   safe     sets the context of the element while it runs. before_each and after_each run in the test's context, the
 *            setup and teardown functions in that of their block */
#include "bindings/lua/contexts/busted.h"

#include <string.h>

#include "bindings/lua/contexts/prepare.h"
#include "bindings/lua/follow/context.h"
#include "bindings/lua/functions/weak_table.h"

/* Context of setup and teardown functions outside of all files, in helper scripts. */
#define SUITE "busted"

/* Fields of the description of an element. */
enum {
    NAME = 1, /* of its context */
    OUTER,    /* name of the context around it, nil = none */
    WORDS,    /* names of the blocks and of the element, without the file */
    FILE_NAME,
    COUNTS /* table of the number of elements of the file by name */
};

/* Upvalues of our functions. */
enum { ORIGINAL = 1, ELEMENTS, TREE };

static const char *string_field(lua_State *L, int index, const char *name)
{
    return lua_getfield(L, index, name) == LUA_TSTRING ? lua_tostring(L, -1) : "";
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* Push busted.context.parent(element), nil if it has none. */
static void push_parent(lua_State *L, int element)
{
    element = lua_absindex(L, element);
    lua_getfield(L, lua_upvalueindex(TREE), "parent");
    lua_pushvalue(L, element);
    lua_call(L, 1, 1);
}

/* Push the description of the element at an index, nil if it has none. */
static int push_description(lua_State *L, int element)
{
    lua_pushvalue(L, element);
    return lua_isnil(L, -1) ? LUA_TNIL : lua_rawget(L, lua_upvalueindex(ELEMENTS));
}

/* Push a name on one line. */
static void push_name(lua_State *L, int element)
{
    if (lua_getfield(L, element, "name") != LUA_TSTRING && lua_type(L, -1) != LUA_TNUMBER) {
        lua_pop(L, 1);
        lua_getfield(L, element, "descriptor");
    }
    size_t length;
    const char *name = lua_tolstring(L, -1, &length);
    luaL_Buffer line;
    luaL_buffinit(L, &line);
    for (size_t i = 0; name && i < length; i++)
        luaL_addchar(&line, name[i] == '\n' || name[i] == '\r' || name[i] == '\0' ? ' ' : name[i]);
    luaL_pushresult(&line);
    lua_remove(L, -2);
}

/* Describe a file, whose name is on top of the stack above the new description. */
static void describe_file(lua_State *L)
{
    const char *file = lua_tostring(L, -1);
    while (strncmp(file, "./", 2) == 0)
        file += 2;
    lua_pushstring(L, file);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -4, NAME);
    lua_rawseti(L, -3, FILE_NAME);
    lua_pushliteral(L, "");
    lua_rawseti(L, -3, WORDS);
    lua_newtable(L);
    lua_rawseti(L, -3, COUNTS);
    lua_pop(L, 1);
}

/* Push the name at an index; if the file has elements of this name, with a number. */
static void push_unique(lua_State *L, int description, int name)
{
    lua_rawgeti(L, description, COUNTS);
    lua_pushvalue(L, name);
    lua_rawget(L, -2);
    lua_Integer count = lua_tointeger(L, -1) + 1;
    lua_pop(L, 1);
    lua_pushvalue(L, name);
    lua_pushinteger(L, count);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    if (count == 1)
        lua_pushvalue(L, name);
    else
        lua_pushfstring(L, "%s [%I]", lua_tostring(L, name), (LUAI_UACINT)count);
}

/* Describe a block or a test. The description of its block is at index `outer`. The stack has the new description and
 * the element's own name on top. */
static void describe_inner(lua_State *L, int outer)
{
    int description = lua_gettop(L) - 1;
    static const int inherited[] = {FILE_NAME, COUNTS};
    for (size_t i = 0; i < sizeof inherited / sizeof *inherited; i++) {
        lua_rawgeti(L, outer, inherited[i]);
        lua_rawseti(L, description, inherited[i]);
    }
    lua_rawgeti(L, outer, NAME);
    lua_rawseti(L, description, OUTER);
    lua_rawgeti(L, outer, WORDS);
    const char *words = lua_tostring(L, -1);
    lua_pushfstring(L, "%s%s%s", words, *words ? " " : "", lua_tostring(L, description + 1));
    lua_pushvalue(L, -1);
    lua_rawseti(L, description, WORDS);
    lua_rawgeti(L, description, FILE_NAME);
    lua_pushfstring(L, "%s: %s", lua_tostring(L, -1), lua_tostring(L, -2));
    push_unique(L, description, lua_gettop(L));
    lua_rawseti(L, description, NAME);
    lua_settop(L, description);
}

/* Describe the element at index 1, unless it is a function that runs before or after tests. */
static void describe(lua_State *L)
{
    const char *kind = string_field(L, 1, "descriptor");
    bool is_file = strcmp(kind, "file") == 0;
    bool is_inner = strcmp(kind, "describe") == 0 || strcmp(kind, "it") == 0 || strcmp(kind, "pending") == 0;
    if (!is_file && !is_inner)
        return;
    push_parent(L, 1);
    if (is_inner && push_description(L, -1) != LUA_TTABLE)
        return;
    int outer = lua_gettop(L);
    lua_createtable(L, COUNTS, 0);
    push_name(L, 1);
    if (is_file)
        describe_file(L);
    else
        describe_inner(L, outer);
    lua_pushvalue(L, 1);
    lua_insert(L, -2);
    lua_rawset(L, lua_upvalueindex(ELEMENTS));
}

/* busted.context.attach(element) */
static int attach(lua_State *L)
{
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(ORIGINAL));
    lua_pushvalue(L, 1);
    lua_call(L, 1, 0);
    luaL_checkstack(L, 20, NULL);
    if (lua_istable(L, 1))
        describe(L);
    return 0;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

/* Note that the functions in the context SUITE run for all files. */
static void place_files(lua_State *L)
{
    for (lua_pushnil(L); lua_next(L, lua_upvalueindex(ELEMENTS)); lua_pop(L, 1)) {
        if (lua_rawgeti(L, -1, OUTER) == LUA_TNIL) {
            lua_rawgeti(L, -2, NAME);
            qlua_context_within(L, lua_tostring(L, -1), SUITE);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
}

/* Set the context of the described element on top of the stack. Return the context before. */
static int enter(lua_State *L)
{
    lua_rawgeti(L, -1, NAME);
    lua_rawgeti(L, -2, OUTER);
    const char *name = lua_tostring(L, -2);
    if (lua_isstring(L, -1))
        qlua_context_within(L, name, lua_tostring(L, -1));
    return qlua_context_set(L, name);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), part = strlen(end);
    return length >= part && strcmp(text + length - part, end) == 0;
}

/* Set the context in which the element at index 3 runs. Return the context before, -1 if it is unchanged. */
static int enter_element(lua_State *L)
{
    if (!lua_istable(L, 3))
        return -1;
    if (push_description(L, 3) == LUA_TTABLE)
        return enter(L);
    const char *kind = string_field(L, 3, "descriptor");
    if (!ends_with(kind, "setup") && !ends_with(kind, "teardown"))
        return -1;
    push_parent(L, 3);
    if (push_description(L, -1) == LUA_TTABLE)
        return enter(L);
    place_files(L);
    return qlua_context_set(L, SUITE);
}

static int left(lua_State *L, int status, lua_KContext before)
{
    (void)status;
    qlua_context_return(L, (int)before);
    return lua_gettop(L);
}

/* busted.safe(descriptor, run, element): run an element, and return its results after catching errors. */
static int safe(lua_State *L)
{
    lua_settop(L, 3);
    luaL_checkstack(L, 12, NULL);
    int before = enter_element(L);
    lua_settop(L, 3);
    lua_pushvalue(L, lua_upvalueindex(ORIGINAL));
    lua_insert(L, 1);
    lua_callk(L, 3, LUA_MULTRET, before, left);
    return left(L, LUA_OK, before);
}

/* ---- instances --------------------------------------------------------------------------------------------------- */

static void replace_function(lua_State *L, int table, const char *name, lua_CFunction ours, int tree, int elements)
{
    lua_getfield(L, table, name);
    lua_pushvalue(L, elements);
    lua_pushvalue(L, tree);
    lua_pushcclosure(L, ours, TREE);
    lua_setfield(L, table, name);
}

/* Replace the functions of an instance, at the top of the stack, unless it is of another version than we know. */
static void replace(lua_State *L)
{
    int busted = lua_gettop(L);
    if (!lua_istable(L, busted) || lua_getfield(L, busted, "context") != LUA_TTABLE ||
        lua_getfield(L, busted + 1, "parent") != LUA_TFUNCTION || lua_getfield(L, busted, "safe") != LUA_TFUNCTION ||
        lua_getfield(L, busted + 1, "attach") != LUA_TFUNCTION)
        return;
    qlua_weak_table_new(L); /* busted makes new elements in each repetition */
    int elements = lua_gettop(L);
    replace_function(L, busted, "safe", safe, busted + 1, elements);
    replace_function(L, busted + 1, "attach", attach, busted + 1, elements);
}

/* The value of the module "busted.core": make an instance. */
static int make(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(ORIGINAL));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    luaL_checkstack(L, 20, NULL);
    if (lua_istable(L, 1))
        replace(L);
    lua_settop(L, 1);
    return 1;
}

void qlua_busted_watch(lua_State *L, int module)
{
    if (lua_type(L, module) != LUA_TFUNCTION || lua_iscfunction(L, module))
        return;
    int top = lua_gettop(L);
    lua_pushvalue(L, module);
    lua_pushcclosure(L, make, 1);
    lua_replace(L, module);
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, module);
    lua_settable(L, -3);
    lua_settop(L, top);
    qlua_contexts_prepare(L);
}
