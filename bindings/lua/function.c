#include "function.h"

#include <stdlib.h>
#include <string.h>

#include "chunk.h"
#include "prototype.h"
#include "recorder.h"
#include "text.h"

/* What getinfo tells of a function. */
struct told {
    const char *source;
    size_t length;
    int line_defined;
    int last_line_defined;
    int parameters;
    int upvalues;
    bool vararg;
};

static struct told told_of(const struct qp_chunk *chunk, const struct qp_prototype *p)
{
    return (struct told){chunk->source, chunk->length, p->line_defined, p->last_line_defined,
                         p->parameters, p->upvalues,   p->vararg};
}

/* All of it as one number. A source may be a whole text: its ends and its length do. */
static uint64_t key_of(const struct told *told)
{
    size_t part = told->length < 32 ? told->length : 32;
    uint64_t parts[] = {told->length, qp_text_hash(told->source, part),
                        qp_text_hash(told->source + told->length - part, part),
                        (uint64_t)told->line_defined << 32 | (uint32_t)told->last_line_defined,
                        (uint64_t)told->parameters << 32 | (uint32_t)(told->upvalues << 1 | told->vararg)};
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        key = (key ^ parts[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return key;
}

/* Two sources under one key do not agree: they are compared whole, unless they are the same chunk's. */
static bool agrees(const struct qp_function *function, const struct told *told)
{
    const struct qp_chunk *chunk = function->chunk;
    return chunk->length == told->length && function->line_defined == told->line_defined &&
           function->last_line_defined == told->last_line_defined && function->parameters == told->parameters &&
           function->upvalues == told->upvalues && function->vararg == told->vararg &&
           (chunk->source == told->source || memcmp(chunk->source, told->source, told->length) == 0);
}

struct qp_function *qp_function_like(const lua_Debug *ar)
{
    struct told told = {ar->source,  ar->srclen, ar->linedefined,  ar->lastlinedefined,
                        ar->nparams, ar->nups,   ar->isvararg != 0};
    struct qp_function *first = qp_map_get(&qp_recorder.functions.lua, key_of(&told));
    return first && agrees(first, &told) ? first : NULL;
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

struct qp_function *qp_function_adopt(const struct qp_chunk *chunk, struct qp_prototype *p)
{
    struct told told = told_of(chunk, p);
    uint64_t key = key_of(&told);
    uint64_t twins_key = (key ^ p->hash) * UINT64_C(0x9e3779b97f4a7c15);
    struct qp_function *like = qp_map_get(&qp_recorder.functions.lua, key);
    struct qp_function *twins = qp_map_get(&qp_recorder.functions.twins, twins_key);
    if ((like && !agrees(like, &told)) || (twins && (twins->key != key || twins->hash != p->hash)))
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
