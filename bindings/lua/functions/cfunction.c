#include "bindings/lua/functions/cfunction.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/lua/functions/protected.h"

static struct kit_hashmap by_address;

static bool is_of_standard_module(const char *name)
{
    static const char *const modules[] = {"",   "coroutine", "debug",  "io",    "math",
                                          "os", "package",   "string", "table", "utf8"};
    const char *dot = strchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : 0;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (strlen(modules[i]) == length && memcmp(modules[i], name, length) == 0)
            return true;
    return false;
}

/* Return whether `name` is better than the known name of a function. Prefer the name from a standard module,
 * otherwise the name that sorts first. */
static bool is_better(const char *name, const char *known)
{
    bool standard = is_of_standard_module(name);
    return standard != is_of_standard_module(known) ? standard : strcmp(name, known) < 0;
}

static enum qlua_role role_of(const char *name)
{
    static const struct {
        const char *name;
        enum qlua_role role;
    } roles[] = {{"coroutine.create", QLUA_ROLE_CREATES}, {"coroutine.wrap", QLUA_ROLE_CREATES},
                 {"coroutine.resume", QLUA_ROLE_RESUMES}, {"coroutine.close", QLUA_ROLE_CLOSES},
                 {"table.unpack", QLUA_ROLE_UNPACKS},     {"string.byte", QLUA_ROLE_UNPACKS},
                 {"utf8.codepoint", QLUA_ROLE_UNPACKS}};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strcmp(name, roles[i].name) == 0)
            return roles[i].role;
    return QLUA_ROLE_PLAIN;
}

static struct qlua_function *get_or_create(lua_CFunction c)
{
    struct qlua_function *function = kit_hashmap_get(&by_address, (uintptr_t)c);
    if (function)
        return function;
    function = kit_function_new(sizeof *function);
    if (!function)
        return NULL;
    function->is_c = true;
    if (kit_hashmap_put(&by_address, (uintptr_t)c, function) == 0)
        return function;
    kit_function_free(&function->known);
    return NULL;
}

/* Name the C functions among the fields of the table on top of the stack. */
static void name_fields(lua_State *L, const char *prefix, const char *between)
{
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        lua_CFunction c = lua_tocfunction(L, -1);
        struct qlua_function *function = c ? get_or_create(c) : NULL;
        if (!function || function->named)
            continue;
        char *name = NULL;
        if (lua_type(L, -2) == LUA_TSTRING)
            name = kit_format("%s%s%s", prefix, between, lua_tostring(L, -2));
        else if (lua_isinteger(L, -2))
            name = kit_format("%s[%lld]", prefix, lua_tointeger(L, -2));
        if (name && (!function->known.name || is_better(name, function->known.name))) {
            free(function->known.name);
            function->known.name = name;
            function->role = role_of(name);
        } else {
            free(name);
        }
    }
}

/* Name the C iterators of Lua's libraries, which no table contains. To get them, call each function that returns
 * such an iterator; these calls have no other effect. */
static void name_iterators(lua_State *L)
{
    static const struct {
        const char *module;
        const char *name;
        int arguments;
    } factories[] = {{LUA_GNAME, "ipairs", 1}, {LUA_STRLIBNAME, "gmatch", 2}, {LUA_UTF8LIBNAME, "codes", 1}};
    int top = lua_gettop(L);
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    for (size_t i = 0; i < sizeof factories / sizeof *factories && lua_istable(L, top + 1);
         i++, lua_settop(L, top + 1)) {
        if (lua_getfield(L, top + 1, factories[i].module) != LUA_TTABLE)
            continue;
        lua_pushstring(L, factories[i].name);
        lua_rawget(L, -2);
        struct qlua_function *factory = kit_hashmap_get(&by_address, (uintptr_t)lua_tocfunction(L, -1));
        for (int argument = 0; argument < factories[i].arguments; argument++)
            lua_pushliteral(L, "");
        if (!factory || lua_pcall(L, factories[i].arguments, 1, 0) != LUA_OK || !lua_iscfunction(L, -1))
            continue;
        struct qlua_function *iterator = get_or_create(lua_tocfunction(L, -1));
        if (iterator && !iterator->known.name)
            iterator->known.name = kit_format("iterator of %s", factory->known.name);
    }
    lua_settop(L, top);
}

static void name_modules(lua_State *L)
{
    int top = lua_gettop(L);
    if (lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE) == LUA_TTABLE) {
        for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
            if (lua_type(L, -2) != LUA_TSTRING || !lua_istable(L, -1))
                continue;
            const char *module = lua_tostring(L, -2);
            bool global = strcmp(module, LUA_GNAME) == 0;
            name_fields(L, global ? "" : module, global ? "" : ".");
        }
        lua_getfield(L, -1, LUA_LOADLIBNAME);
        if (lua_istable(L, -1) && lua_getfield(L, -1, "searchers") == LUA_TTABLE)
            name_fields(L, "package.searchers", "");
        lua_settop(L, top + 1);
    }
    lua_pop(L, 1);
}

/* Name the methods of userdata. The registry contains the metatables of userdata by type name (luaL_newmetatable). */
static void name_types(lua_State *L)
{
    lua_pushvalue(L, LUA_REGISTRYINDEX);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || !lua_istable(L, -1))
            continue;
        lua_pushliteral(L, "__name");
        bool is_type = lua_rawget(L, -2) == LUA_TSTRING && lua_rawequal(L, -1, -3);
        lua_pop(L, 1);
        if (!is_type)
            continue;
        const char *type = lua_tostring(L, -2);
        if (strcmp(type, LUA_FILEHANDLE) == 0) /* as in Lua's manual, for example file:read */
            type = "file";
        name_fields(L, type, ":");
        lua_pushliteral(L, "__index");
        if (lua_rawget(L, -2) == LUA_TTABLE)
            name_fields(L, type, ":");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Call this in protected mode: access to tables and creation of strings may raise errors. */
static int name_tables(lua_State *L)
{
    luaL_checkstack(L, 8, NULL);
    name_modules(L);
    name_types(L);
    return 0;
}

static int name_existing(lua_State *L)
{
    name_tables(L);
    name_iterators(L);
    return 0;
}

void qlua_cfunction_name_all(lua_State *L)
{
    qlua_protected_call(L, name_existing, NULL);
}

/* Return whether the function is a result of coroutine.wrap: a C function whose only upvalue is a thread. */
static bool is_wrapped_coroutine(lua_State *L)
{
    if (!lua_getupvalue(L, -1, 1))
        return false;
    bool thread = lua_isthread(L, -1);
    lua_pop(L, 1);
    if (!lua_getupvalue(L, -1, 2))
        return thread;
    lua_pop(L, 1);
    return false;
}

/* Return a name for a function that no table contains: its exported symbol, which luaopen functions have; otherwise
 * the name by which it was called; otherwise the name of its library. */
static char *name_from_outside(lua_CFunction c, lua_State *L, lua_Debug *ar)
{
    union {
        lua_CFunction function;
        void *address;
    } what = {c};
    Dl_info info;
    bool located = dladdr(what.address, &info) && info.dli_fname;
    if (located && info.dli_saddr == what.address && info.dli_sname)
        return kit_format("[C] %s", info.dli_sname);
    lua_getinfo(L, "n", ar);
    if (strcmp(ar->namewhat, "for iterator") == 0)
        return kit_format("[C] for iterator");
    if (ar->name)
        return kit_format("[C] %s", ar->name);
    if (!located)
        return kit_format("[C] ?");
    const char *slash = strrchr(info.dli_fname, '/');
    return kit_format("[C] function of %s", slash ? slash + 1 : info.dli_fname);
}

static void finish_name(struct qlua_function *function, lua_CFunction c, lua_State *L, lua_Debug *ar)
{
    char *known = function->known.name;
    if (known) {
        function->known.name = kit_format("[C] %s", known);
    } else if (is_wrapped_coroutine(L)) {
        function->role = QLUA_ROLE_IS_WRAPPED;
        function->known.name = kit_format("[C] wrapped coroutine");
    } else {
        function->known.name = name_from_outside(c, L, ar);
    }
    free(known);
}

/* ---- functions that wait ------------------------------------------------------------------------------------------
 */

/* Names of functions and methods that wait. `prefix` is the module or type with which the full name begins ("" =
 * any), `words` are the possible last words of the name. The functions that run a step of an event loop are included,
 * because they wait too; the time of the functions that they call is separate. */
static const struct {
    const char *prefix;
    const char *words;
} waiting[] = {
    {"", " poll rpoll ppoll epoll_wait select pselect sleep usleep msleep nanosleep wait waitpid accept "},
    {"tcp{", " receive connect "}, /* luasocket */
    {"udp{", " receive receivefrom "},
    {"Continuation Queue:", " step "}, /* cqueues */
    {"luv.", " run "},
    {"uv.", " run "},
    {"uv_thread:", " join "}, /* luv */
    {"os.", " execute "},
};

static bool has(const char *words, const char *word)
{
    size_t length = strlen(word);
    const char *found = strstr(words, word);
    return length && found && found[-1] == ' ' && found[length] == ' ';
}

/* Return whether a function waits. `name` is its name as reports show it. A function whose name has no module or
 * type, such as Lua's own select, does not wait. */
static bool is_waiting(const char *name)
{
    static const char in_c[] = "[C] ";
    if (strncmp(name, in_c, sizeof in_c - 1) != 0)
        return false;
    name += sizeof in_c - 1;
    const char *word = name + strlen(name);
    while (word > name && !strchr(".:", word[-1]))
        word--;
    for (size_t i = 0; word > name && i < sizeof waiting / sizeof *waiting; i++)
        if (strncmp(name, waiting[i].prefix, strlen(waiting[i].prefix)) == 0 && has(waiting[i].words, word))
            return true;
    return false;
}

/* Return the flag of a function: if the function waits, QPROF_METHOD_FLAGS_WAITS. In a sampled run no function has
 * this flag, because samples measure CPU time. */
static int flags_of(const struct qlua_function *function)
{
    bool waits = function->known.name && is_waiting(function->known.name);
    return waits && !kit_library.qii.get_option("sample") ? QPROF_METHOD_FLAGS_WAITS : QPROF_METHOD_FLAGS_NONE;
}

struct qlua_function *qlua_cfunction_get(lua_State *L, lua_Debug *ar, VthreadID caller)
{
    lua_CFunction c = lua_tocfunction(L, -1);
    struct qlua_function *function = kit_hashmap_get(&by_address, (uintptr_t)c);
    if (function && kit_function_is_registered(&function->known))
        return function;
    if (!function) {
        qlua_protected_call(L, name_tables,
                            NULL); /* the function's module may have been loaded since functions were last named */
        function = get_or_create(c);
    }
    if (!function)
        return NULL;
    if (!function->named)
        finish_name(function, c, L, ar);
    function->named = true;
    kit_function_register(&function->known, &(struct kit_definition){.flags = flags_of(function), .caller = caller});
    return function;
}
