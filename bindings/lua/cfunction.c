#include "cfunction.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lualib.h>

#include "coroutine.h"
#include "session.h"
#include "text.h"

/* A C function of this address, with this name; an existing one keeps the better name: a standard module's, else
 * the one that sorts first. */
static bool better(const char *name, const char *known)
{
    static const char *const standard[] = {"",   "coroutine", "debug",  "io",    "math",
                                           "os", "package",   "string", "table", "utf8"};
    bool is_standard[2] = {false, false};
    const char *names[2] = {name, known};
    for (int which = 0; which < 2; which++) {
        const char *dot = strchr(names[which], '.');
        size_t length = dot ? (size_t)(dot - names[which]) : 0;
        for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
            if (strlen(standard[i]) == length && memcmp(standard[i], names[which], length) == 0)
                is_standard[which] = true;
    }
    if (is_standard[0] != is_standard[1])
        return is_standard[0];
    return strcmp(name, known) < 0;
}

static enum qp_function_role role_of(const char *name)
{
    if (strcmp(name, "coroutine.create") == 0 || strcmp(name, "coroutine.wrap") == 0)
        return QP_FUNCTION_CREATES;
    if (strcmp(name, "coroutine.resume") == 0)
        return QP_FUNCTION_RESUMES;
    if (strcmp(name, "coroutine.close") == 0)
        return QP_FUNCTION_CLOSES;
    return QP_FUNCTION_PLAIN;
}

static struct qp_function *get_or_create(lua_CFunction c)
{
    struct qp_function *function = qp_map_get(&qp_recorder.functions.c, (uintptr_t)c);
    if (function)
        return function;
    function = qp_function_new();
    if (!function)
        return NULL;
    function->c = c;
    if (qp_map_put(&qp_recorder.functions.c, (uintptr_t)c, function) == 0)
        return function;
    free(function);
    return NULL;
}

/* Name the C functions among the fields of the table on top of the stack. */
static void name_fields(lua_State *L, const char *prefix, const char *between)
{
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        lua_CFunction c = lua_tocfunction(L, -1);
        struct qp_function *function = c ? get_or_create(c) : NULL;
        if (!function || function->named)
            continue;
        char *name = NULL;
        if (lua_type(L, -2) == LUA_TSTRING)
            name = qp_text_format("%s%s%s", prefix, between, lua_tostring(L, -2));
        else if (lua_isinteger(L, -2))
            name = qp_text_format("%s[%lld]", prefix, lua_tointeger(L, -2));
        if (name && (!function->name || better(name, function->name))) {
            free(function->name);
            function->name = name;
            function->role = role_of(name);
        } else {
            free(name);
        }
    }
}

/* Iterators stand in no table: ask each function that gives one. None of these calls does anything else. */
static void name_iterators(lua_State *L)
{
    static const struct {
        const char *module;
        const char *name;
        int arguments;
    } givers[] = {{LUA_GNAME, "ipairs", 1}, {LUA_STRLIBNAME, "gmatch", 2}, {LUA_UTF8LIBNAME, "codes", 1}};
    int top = lua_gettop(L);
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    for (size_t i = 0; i < sizeof givers / sizeof *givers && lua_istable(L, top + 1); i++, lua_settop(L, top + 1)) {
        if (lua_getfield(L, top + 1, givers[i].module) != LUA_TTABLE)
            continue;
        lua_pushstring(L, givers[i].name);
        lua_rawget(L, -2);
        struct qp_function *giver = qp_map_get(&qp_recorder.functions.c, (uintptr_t)lua_tocfunction(L, -1));
        for (int argument = 0; argument < givers[i].arguments; argument++)
            lua_pushliteral(L, "");
        if (!giver || lua_pcall(L, givers[i].arguments, 1, 0) != LUA_OK || !lua_iscfunction(L, -1))
            continue;
        struct qp_function *iterator = get_or_create(lua_tocfunction(L, -1));
        if (iterator && !iterator->name)
            iterator->name = qp_text_format("iterator of %s", giver->name);
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

/* Methods of userdata: the registry has their metatables by type name (luaL_newmetatable). */
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
        if (strcmp(type, LUA_FILEHANDLE) == 0) /* as the manual writes it */
            type = "file";
        name_fields(L, type, ":");
        lua_pushliteral(L, "__index");
        if (lua_rawget(L, -2) == LUA_TTABLE)
            name_fields(L, type, ":");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void name_tables(lua_State *L)
{
    if (!lua_checkstack(L, 8))
        return;
    name_modules(L);
    name_types(L);
}

/* Looking into tables and making strings may raise errors. */
static int name_all(lua_State *L)
{
    name_tables(L);
    name_iterators(L);
    return 0;
}

static int name_new(lua_State *L)
{
    name_tables(L);
    return 0;
}

void qp_cfunction_name_all(lua_State *L)
{
    qp_recorder_call(L, name_all, NULL);
}

/* The function that coroutine.wrap returns is a C function whose upvalue is the thread. */
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

/* One that a library exports, as what opens a module is. */
static const char *exported_name(lua_CFunction c)
{
    union {
        lua_CFunction function;
        void *address;
    } what = {c};
    Dl_info info;
    return dladdr(what.address, &info) && info.dli_saddr == what.address ? info.dli_sname : NULL;
}

/* No table has it, no library exports it, and its caller is C: where it is from says the most. */
static char *origin(lua_CFunction c)
{
    union {
        lua_CFunction function;
        void *address;
    } what = {c};
    Dl_info info;
    if (!dladdr(what.address, &info) || !info.dli_fname)
        return qp_text_format("[C] ?");
    const char *slash = strrchr(info.dli_fname, '/');
    return qp_text_format("[C] function of %s", slash ? slash + 1 : info.dli_fname);
}

static void finish_name(struct qp_function *function, lua_State *L, lua_Debug *ar)
{
    char *known = function->name;
    if (known) {
        function->name = qp_text_format("[C] %s", known);
    } else if (is_wrapped_coroutine(L)) {
        function->role = QP_FUNCTION_IS_WRAPPED;
        function->name = qp_text_format("[C] wrapped coroutine");
    } else if (exported_name(function->c)) {
        function->name = qp_text_format("[C] %s", exported_name(function->c));
    } else {
        lua_getinfo(L, "n", ar);
        bool iterator = *ar->namewhat == 'f' && strcmp(ar->namewhat, "for iterator") == 0;
        if (iterator || ar->name)
            function->name = qp_text_format("[C] %s", iterator ? "for iterator" : ar->name);
        else
            function->name = origin(function->c);
    }
    free(known);
}

struct qp_function *qp_cfunction_get(struct qp_session *s, lua_State *L, lua_Debug *ar)
{
    lua_CFunction c = lua_tocfunction(L, -1);
    struct qp_function *function = qp_map_get(&qp_recorder.functions.c, (uintptr_t)c);
    if (function && function->registered)
        return function;
    if (!function) {
        qp_recorder_call(L, name_new, NULL); /* of a module loaded since, perhaps */
        function = get_or_create(c);
    }
    if (!function)
        return NULL;
    if (!function->named)
        finish_name(function, L, ar);
    function->named = true;
    s->qii->register_method_id_vt(function->id, function->name, NULL, QPROF_METHOD_FLAGS_NONE, NULL, NULL, 0,
                                  qp_coroutine_id(s));
    function->registered = true;
    return function;
}
