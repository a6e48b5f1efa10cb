#include "lookup.h"

#include <stdlib.h>

#include <lauxlib.h>

#include "cfunction.h"
#include "chunk.h"
#include "layout.h"
#include "prototype.h"
#include "session.h"

/* Key of the table of main functions that were read already; its address is unique in the registry. */
static const char known_mains;

struct active_lines {
    lua_Debug *ar;
    struct qp_prototype *p;
};

/* Lua makes a table of them, which may raise an error. */
static int read_active_lines(lua_State *L)
{
    const struct active_lines *what = lua_touserdata(L, 1);
    struct qp_prototype *p = what->p;
    int span = p->last_line_defined > 0 ? p->last_line_defined : INT16_MAX;
    lua_getinfo(L, "L", what->ar);
    p->lines = lua_istable(L, -1) ? malloc(((size_t)span + 1) * sizeof *p->lines) : NULL;
    for (int line = p->line_defined; p->lines && line <= span; line++) {
        if (lua_rawgeti(L, -1, line) != LUA_TNIL)
            p->lines[p->line_count++] = line;
        lua_pop(L, 1);
    }
    return 0;
}

/* No dump that we understand: the public interface tells of this one function, if a frame runs it. */
static int read_publicly(struct qp_prototypes *all, lua_State *L, lua_Debug *ar)
{
    if (!ar->i_ci)
        return -1;
    *all = (struct qp_prototypes){calloc(1, sizeof *all->items), 1, 1};
    if (!all->items)
        return -1;
    *all->items = (struct qp_prototype){.line_defined = ar->linedefined,
                                        .last_line_defined = ar->lastlinedefined,
                                        .parameters = ar->nparams,
                                        .upvalues = ar->nups,
                                        .vararg = ar->isvararg != 0};
    qp_recorder_call(L, read_active_lines, &(struct active_lines){ar, all->items});
    return 0;
}

/* Before the library knows it: its steps are read without the lock from then on, and their blocks are told with it. */
static void prepare(struct qp_function *function, const struct qp_prototype *p, bool alone)
{
    function->alone = alone;
    if (qp_recorder.branches && !function->steps.count)
        qp_branch_steps_init(&function->steps, p, function);
}

/* Read the function on top of the stack, that of frame ar, and those inside it. */
static struct qp_function *learn(struct qp_session *s, lua_State *L, lua_Debug *ar)
{
    struct qp_chunk *chunk = qp_chunk_get(ar->source, ar->srclen);
    struct qp_prototypes all;
    if (!chunk || (qp_prototypes_read(&all, L) != 0 && read_publicly(&all, L, ar) != 0))
        return NULL;
    qp_recorder.functions.readings++;
    struct qp_function **found = calloc((size_t)all.count, sizeof *found);
    bool whole = ar->linedefined == 0;
    for (int i = 0; found && i < all.count; i++) {
        struct qp_function *function = qp_function_adopt(chunk, &all.items[i]);
        if (!function)
            continue;
        if (!function->registered)
            prepare(function, &all.items[i], !whole);
        else if (whole)
            function->alone = false;
        if (all.items[i].code)
            qp_map_put(&qp_recorder.functions.code, (uintptr_t)all.items[i].code, function);
        found[i] = function;
    }
    struct qp_function *root = found ? found[0] : NULL;
    if (found)
        qp_chunk_register(s, L, chunk, found, all.count, ar);
    free(found);
    qp_prototypes_fini(&all);
    return root;
}

/* One of several that agree: who has these instructions? */
static struct qp_function *one_of(struct qp_session *s, lua_State *L, lua_Debug *ar, struct qp_function *first)
{
    const void *code = first ? qp_prototype_code(L) : NULL;
    struct qp_function *known = code ? qp_map_get(&qp_recorder.functions.code, (uintptr_t)code) : NULL;
    if (known && known->key == first->key && known->registered)
        return known;
    struct qp_function *learned = learn(s, L, ar);
    return learned ? learned : first;
}

/* A main chunk may be another one of the same name each time: each is read once, as long as it lives. */
struct main_chunk {
    struct qp_session *s;
    lua_Debug *ar;
    struct qp_function *function;
};

/* Where the prototype is no key, a weak table has the chunks that were read. */
static int find_main(lua_State *L)
{
    struct main_chunk *chunk = lua_touserdata(L, 1);
    luaL_checkstack(L, 8, NULL);
    lua_getinfo(L, "f", chunk->ar);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &known_mains) != LUA_TTABLE) {
        lua_createtable(L, 0, 4);
        lua_createtable(L, 0, 1);
        lua_pushliteral(L, "k");
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &known_mains);
        lua_replace(L, 3);
    }
    lua_pushvalue(L, 2);
    lua_rawget(L, 3);
    chunk->function = lua_touserdata(L, -1);
    if (chunk->function && chunk->function->registered)
        return 0;
    lua_pushvalue(L, 2);
    chunk->function = learn(chunk->s, L, chunk->ar);
    lua_pushvalue(L, 2);
    lua_pushlightuserdata(L, chunk->function);
    lua_rawset(L, 3);
    return 0;
}

static struct qp_function *main_function(struct qp_session *s, lua_State *L, lua_Debug *ar)
{
    struct main_chunk chunk = {s, ar, NULL};
    if (s->layout)
        return learn(s, L, ar);
    qp_recorder_call(L, find_main, &chunk);
    return chunk.function;
}

static struct qp_function *ask(struct qp_session *s, lua_State *L, lua_Debug *ar)
{
    lua_getinfo(L, "Su", ar);
    struct qp_function *function = NULL;
    if (*ar->what == 'L') {
        function = qp_function_like(ar);
        if (function && !function->like && !function->alone && function->registered)
            return function;
    }
    lua_getinfo(L, "f", ar);
    if (*ar->what == 'L')
        function = one_of(s, L, ar, function);
    else
        function = *ar->what == 'm' ? main_function(s, L, ar) : qp_cfunction_get(s, L, ar);
    lua_pop(L, 1);
    return function;
}

static struct qp_function *known(const struct qp_session *s, uint64_t key)
{
    struct qp_function *function = qp_map_get(&s->plain, key);
    return function ? function : qp_map_get(&s->special, key);
}

struct qp_function *qp_lookup_frame(struct qp_session *s, lua_State *L, lua_Debug *ar)
{
    uint64_t key = s->layout ? qp_layout_key(ar->i_ci) : 0;
    struct qp_function *function = key ? known(s, key) : NULL;
    if (function)
        return function;
    qp_recorder_lock();
    function = ask(s, L, ar);
    if (function)
        function->met = true;
    qp_recorder_unlock();
    if (key && function)
        qp_map_put(function->role <= s->last_plain ? &s->plain : &s->special, key, function);
    return function;
}

void qp_lookup_chunk(lua_State *L)
{
    struct qp_session nobody = {.qii = &qp_recorder.qii};
    lua_Debug ar = {.i_ci = NULL};
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">Su", &ar);
    qp_recorder_lock();
    learn(&nobody, L, &ar);
    qp_recorder_unlock();
}
