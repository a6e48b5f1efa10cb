#include "bindings/lua/luacov/bounded.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_MEMORY ((size_t)1 << 20)
#define MOST_STEPS  100000 /* instructions */

/* A weak symbol, since a program may contain Lua without this function. */
#pragma weak luaL_openlibs

/* Functions available to files. Functions that can wait, write, take long or evade the limits are missing.
 * For example, pattern matching and table.move may take forever, and a finalizer (setmetatable) runs without hooks. */
static const char *const reachable[] = {
    "_G.assert",  "_G.error",     "_G.ipairs",    "_G.next",       "_G.pairs",    "_G.pcall",     "_G.rawequal",
    "_G.rawget",  "_G.rawlen",    "_G.rawset",    "_G.select",     "_G.tonumber", "_G.tostring",  "_G.type",
    "os.getenv",  "string.byte",  "string.char",  "string.format", "string.len",  "string.lower", "string.reverse",
    "string.sub", "string.upper", "table.concat", "table.unpack"};

/* Registry key of the table of reachable functions. */
static const char globals;

static void *allocate(void *used_memory, void *block, size_t old, size_t size)
{
    size_t *used = used_memory;
    if (!block)
        old = 0;
    if (size > old && size - old > MOST_MEMORY - *used)
        return NULL;
    void *fresh = NULL;
    if (size)
        fresh = realloc(block, size);
    else
        free(block);
    if (fresh || !size)
        *used = *used - old + size;
    return fresh;
}

/* ---- reachable functions ---------------------------------------------------------------------------------------- */

void qlua_bounded_push(lua_State *L, const char *library, const char *name)
{
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, library);
    lua_getfield(L, -1, name);
    lua_insert(L, -3);
    lua_pop(L, 2);
}

/* Add a function such as "string.format" to the table on top of the stack. A function of _G is added to this table
 * itself, any other function to a subtable for its library. */
static void add_reachable(lua_State *L, const char *name)
{
    const char *point = strchr(name, '.');
    const char *library = lua_pushlstring(L, name, (size_t)(point - name));
    bool is_basic = strcmp(library, "_G") == 0;
    if (is_basic)
        lua_pushvalue(L, -2);
    else
        luaL_getsubtable(L, -2, library);
    qlua_bounded_push(L, library, point + 1);
    lua_setfield(L, -2, point + 1);
    lua_pop(L, 2);
}

/* Make the table of reachable functions. Restrict the methods of strings to the reachable functions of the string
 * library. */
static int prepare(lua_State *L)
{
    luaL_openlibs(L);
    lua_newtable(L);
    for (size_t i = 0; i < sizeof reachable / sizeof *reachable; i++)
        add_reachable(L, reachable[i]);
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_getfield(L, -3, "string");
    lua_setfield(L, -2, "__index");
    lua_pop(L, 2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &globals);
    return 0;
}

lua_State *qlua_bounded_new(void)
{
    size_t *used = luaL_openlibs ? calloc(1, sizeof *used) : NULL;
    lua_State *L = used ? lua_newstate(allocate, used) : NULL;
    if (!L) {
        free(used);
        return NULL;
    }
    lua_pushcfunction(L, prepare);
    if (lua_pcall(L, 0, 0, 0) == LUA_OK)
        return L;
    qlua_bounded_close(L);
    return NULL;
}

void qlua_bounded_close(lua_State *L)
{
    void *used;
    lua_getallocf(L, &used);
    lua_close(L);
    free(used);
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

/* Raise an error now and at each further instruction, so that the file cannot catch the error and continue. */
static void stop(lua_State *L, lua_Debug *ar)
{
    lua_sethook(L, stop, LUA_MASKCOUNT, 1);
    lua_getinfo(L, "Sl", ar);
    lua_pushfstring(L, "%s:%d: takes too long", ar->short_src, ar->currentline);
    lua_error(L);
}

/* Push a new table for a file's global variables. Its metatable has the table of reachable functions as __index. */
static void push_environment(lua_State *L)
{
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &globals);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

void qlua_bounded_run(lua_State *L, const char *file)
{
    struct stat status;
    if (stat(file, &status) == 0 && !S_ISREG(status.st_mode)) /* a pipe would block */
        luaL_error(L, "%s is not a regular file", file);
    if (luaL_loadfilex(L, file, "t") != LUA_OK)
        lua_error(L);
    push_environment(L);
    lua_pushvalue(L, -1);
    lua_insert(L, -3);
    lua_setupvalue(L, -2, 1);
    lua_sethook(L, stop, LUA_MASKCOUNT, MOST_STEPS);
    int result = lua_pcall(L, 0, 1, 0);
    lua_sethook(L, NULL, 0, 0);
    if (result != LUA_OK)
        lua_error(L);
}
