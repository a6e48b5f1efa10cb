#include "function.h"

#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "cfunction.h"
#include "chunk.h"
#include "layout.h"
#include "prototype.h"
#include "session.h"
#include "text.h"

/* Key of the table of main functions that were read already; its address is unique in the registry. */
static const char known_mains;

/* What getinfo tells of a function, as one number. A source may be a whole text: its ends and its length do. */
static uint64_t key_of(const char *source, size_t length, int line_defined, int last_line_defined, int parameters,
                       int upvalues, bool vararg)
{
    size_t part = length < 32 ? length : 32;
    uint64_t parts[] = {length, qp_text_hash(source, part), qp_text_hash(source + length - part, part),
                        (uint64_t)line_defined << 32 | (uint32_t)last_line_defined,
                        (uint64_t)parameters << 32 | (uint32_t)(upvalues << 1 | vararg)};
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        key = (key ^ parts[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return key;
}

static bool agrees(const struct qp_function *function, const struct qp_chunk *chunk, const struct qp_prototype *p)
{
    return function->chunk == chunk && function->line_defined == p->line_defined &&
           function->last_line_defined == p->last_line_defined && function->parameters == p->parameters &&
           function->upvalues == p->upvalues && function->vararg == p->vararg;
}

/* The first of the functions that agree with a frame. Two sources under one key do not agree: compare them whole. */
static struct qp_function *first_like(const lua_Debug *ar, uint64_t key)
{
    struct qp_function *first = qp_map_get(&qp_recorder.functions.lua, key);
    if (!first || first->chunk->length != ar->srclen || first->line_defined != ar->linedefined ||
        first->last_line_defined != ar->lastlinedefined || first->parameters != ar->nparams ||
        first->upvalues != ar->nups || first->vararg != (ar->isvararg != 0) ||
        memcmp(first->chunk->source, ar->source, ar->srclen) != 0)
        return NULL;
    return first;
}

static uint64_t key_of_prototype(const struct qp_chunk *chunk, const struct qp_prototype *p)
{
    return key_of(chunk->source, chunk->length, p->line_defined, p->last_line_defined, p->parameters, p->upvalues,
                  p->vararg);
}

/* Without memory no line of it is counted. */
static void index_lines(struct qp_function *function)
{
    if (!function->line_count)
        return;
    int first = function->lines[0];
    int span = function->lines[function->line_count - 1] - first + 1;
    function->blocks = malloc((size_t)span * sizeof *function->blocks);
    if (!function->blocks)
        return;
    memset(function->blocks, 0xff, (size_t)span * sizeof *function->blocks); /* -1 */
    for (int i = 0; i < function->line_count; i++)
        function->blocks[function->lines[i] - first] = i;
    function->first_line = first;
    function->span = (unsigned)span;
}

/* What every event asks for is in one cache line: luacheck, with 500 functions, asks for 10 million. */
struct qp_function *qp_function_new(void)
{
    static const size_t line = 64;
    size_t size = (sizeof(struct qp_function) + line - 1) / line * line;
    struct qp_function *function = aligned_alloc(line, size);
    if (function)
        *function = (struct qp_function){.id = ++qp_recorder.functions.last_id};
    return function;
}

static struct qp_function *create(const struct qp_chunk *chunk, struct qp_prototype *p, uint64_t key)
{
    struct qp_function *function = qp_function_new();
    if (!function)
        return NULL;
    *function = (struct qp_function){.id = function->id,
                                     .chunk = chunk,
                                     .line_defined = p->line_defined,
                                     .last_line_defined = p->last_line_defined,
                                     .parameters = p->parameters,
                                     .upvalues = p->upvalues,
                                     .vararg = p->vararg,
                                     .hash = p->hash,
                                     .key = key,
                                     .lines = p->lines,
                                     .line_count = p->line_count};
    p->lines = NULL; /* taken */
    index_lines(function);
    return function;
}

/* The next of twins that this reading of a dump has not met yet, so that the second of two equal functions on a line
 * stays the second. */
static struct qp_function *next_twin(struct qp_function *first)
{
    if (first->reading != qp_recorder.functions.readings) {
        first->reading = qp_recorder.functions.readings;
        first->next_twin = first;
    }
    struct qp_function *twin = first->next_twin;
    if (twin)
        first->next_twin = twin->twin;
    return twin;
}

/* Make a function known, after others of its key and its code. A line of generated code may have 100,000 of them: none
 * of the lists is walked. */
static int enroll(struct qp_function *function, struct qp_function *like, struct qp_function *twins, uint64_t twins_key)
{
    struct qp_functions *functions = &qp_recorder.functions;
    if (!like && qp_map_put(&functions->lua, function->key, function) != 0)
        return -1;
    if (like) {
        function->like = like->like;
        like->like = function;
    }
    if (twins) {
        twins->last_twin->twin = function;
        twins->last_twin = function;
        return 0;
    }
    function->last_twin = function;
    function->reading = functions->readings;
    qp_map_put(&functions->twins, twins_key, function); /* without memory it has no twins */
    return 0;
}

/* The function of a prototype just read: one with the same code, else a new one. */
static struct qp_function *adopt(const struct qp_chunk *chunk, struct qp_prototype *p)
{
    uint64_t key = key_of_prototype(chunk, p);
    uint64_t twins_key = (key ^ p->hash) * UINT64_C(0x9e3779b97f4a7c15);
    struct qp_function *like = qp_map_get(&qp_recorder.functions.lua, key);
    struct qp_function *twins = qp_map_get(&qp_recorder.functions.twins, twins_key);
    if ((like && !agrees(like, chunk, p)) || (twins && (twins->key != key || twins->hash != p->hash)))
        return NULL; /* 1 of 2^64 */
    struct qp_function *known = twins ? next_twin(twins) : NULL;
    if (known)
        return known;
    struct qp_function *function = create(chunk, p, key);
    if (!function || enroll(function, like, twins, twins_key) == 0)
        return function;
    free(function->blocks);
    free(function->lines);
    free(function);
    return NULL;
}

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
        struct qp_function *function = adopt(chunk, &all.items[i]);
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
        function = first_like(ar, key_of(ar->source, ar->srclen, ar->linedefined, ar->lastlinedefined, ar->nparams,
                                         ar->nups, ar->isvararg != 0));
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

struct qp_function *qp_function_of_frame(struct qp_session *s, lua_State *L, lua_Debug *ar)
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

void qp_function_register(struct qp_session *s, lua_State *L)
{
    lua_Debug ar = {.i_ci = NULL};
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">Su", &ar);
    qp_recorder_lock();
    learn(s, L, &ar);
    qp_recorder_unlock();
}

void qp_functions_unregister(struct qp_functions *functions)
{
    const struct qp_map *maps[] = {&functions->lua, &functions->c};
    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++)
        for (size_t i = 0; i < maps[m]->room; i++)
            for (struct qp_function *f = maps[m]->slots[i].value; f; f = f->like)
                f->registered = false;
    for (size_t i = 0; i < functions->chunks.room; i++)
        for (struct qp_chunk *chunk = functions->chunks.slots[i].value; chunk; chunk = chunk->next)
            chunk->announced = false;
}
