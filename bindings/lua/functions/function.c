#include "bindings/lua/functions/function.h"

#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"

static struct kit_hashmap by_key;   /* map from the hash of the properties from getinfo to the first function with
                                     * these properties */
static struct kit_hashmap by_twins; /* map of functions by the hash of properties, code and chunk, plus the
                                     * function's number among its twins (function.h) */
static struct kit_hashmap by_code;  /* map of functions by the address of their instructions */
static unsigned long readings;      /* how often a dump was read so far */

/* A source may be a whole text. Only this number of bytes at its start, and as many at its end, are part of the key. */
#define SOURCE_PART 2048

#define MIX         UINT64_C(0x9e3779b97f4a7c15)

/* Return the hash of the properties from getinfo. */
static uint64_t key_of(const char *source, size_t length, const struct qlua_shape *shape)
{
    size_t part = length < SOURCE_PART ? length : SOURCE_PART;
    uint64_t parts[] = {length, kit_hash(source, part), kit_hash(source + length - part, part),
                        (uint64_t)shape->line_defined << 32 | (uint32_t)shape->last_line_defined,
                        (uint64_t)shape->parameters << 32 | (uint32_t)(shape->upvalues << 1 | shape->vararg)};
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        key = (key ^ parts[i]) * MIX;
    return key;
}

/* Return whether a function has these properties. Compare whole sources, unless both belong to the same chunk. */
static bool agrees(const struct qlua_function *function, const char *source, size_t length,
                   const struct qlua_shape *shape)
{
    const struct qlua_chunk *chunk = function->chunk;
    return chunk->length == length && memcmp(&function->shape, shape, sizeof *shape) == 0 &&
           (chunk->source == source || memcmp(chunk->source, source, length) == 0);
}

/* Return the first function with these properties, NULL if there is none. Store the key of the properties: their
 * hash, or, if other properties have the same hash, the next free number. */
static struct qlua_function *find_first(const char *source, size_t length, const struct qlua_shape *shape,
                                        uint64_t *key)
{
    struct qlua_function *first;
    *key = key_of(source, length, shape);
    while ((first = kit_hashmap_get(&by_key, *key)) != NULL && !agrees(first, source, length, shape))
        *key = (*key + 1) * MIX;
    return first;
}

struct qlua_function *qlua_function_like(const lua_Debug *ar)
{
    struct qlua_shape shape = qlua_prototype_shape(ar);
    uint64_t key;
    return find_first(ar->source, qlua_api_source_length(ar), &shape, &key);
}

static struct qlua_function *create(struct qlua_chunk *chunk, const struct qlua_prototype *p, uint64_t key)
{
    struct qlua_function *function = kit_function_new(sizeof *function);
    if (!function)
        return NULL;
    *function = (struct qlua_function){
        .known = function->known, .chunk = chunk, .shape = p->shape, .hash = p->hash, .key = key};
    kit_function_set_lines(&function->known, p->lines, p->line_count);
    return function;
}

void qlua_function_begin_reading(void)
{
    readings++;
}

/* Return the number of the next twin of the function in this reading of the dump. Twins are numbered in each
 * reading, so that the second of two equal functions on a line is always the second. A line of generated code may have
 * 100,000 equal functions, so do not walk a list. */
static unsigned number_of_twin(struct qlua_function *first)
{
    if (first->reading != readings) {
        first->reading = readings;
        first->twins = 0;
    }
    return first->twins++;
}

/* Insert a function into the tables. */
static int insert(struct qlua_function *function, struct qlua_function *like, uint64_t twins_key)
{
    if (!like && kit_hashmap_put(&by_key, function->key, function) != 0)
        return -1;
    if (like) {
        function->like = like->like;
        like->like = function;
    }
    function->reading = readings;
    function->twins = 1;
    kit_hashmap_put(&by_twins, twins_key, function); /* if out of memory, its twins are not distinguished */
    return 0;
}

static uint64_t key_of_twins(const struct qlua_chunk *chunk, const struct qlua_prototype *p, uint64_t key)
{
    return (key ^ p->hash ^ (uintptr_t)chunk) * MIX;
}

bool qlua_function_is_new(const struct qlua_chunk *chunk, const struct qlua_prototype *p)
{
    uint64_t key;
    find_first(chunk->source, chunk->length, &p->shape, &key);
    return !kit_hashmap_get(&by_twins, key_of_twins(chunk, p, key));
}

/* Return the known function with the same code as p, or a new function if there is none. */
static struct qlua_function *find_or_create(struct qlua_chunk *chunk, const struct qlua_prototype *p)
{
    uint64_t key;
    struct qlua_function *like = find_first(chunk->source, chunk->length, &p->shape, &key);
    uint64_t twins_key = key_of_twins(chunk, p, key);
    struct qlua_function *known = kit_hashmap_get(&by_twins, twins_key);
    if (known) {
        twins_key += number_of_twin(known);
        known = kit_hashmap_get(&by_twins, twins_key);
    }
    if (known && known->key == key && known->hash == p->hash && known->chunk == chunk)
        return known;
    struct qlua_function *function = known ? NULL : create(chunk, p, key); /* a collision has a probability of 2^-64 */
    if (!function || insert(function, like, twins_key) == 0)
        return function;
    kit_function_free(&function->known);
    return NULL;
}

struct qlua_function *qlua_function_adopt(struct qlua_chunk *chunk, const struct qlua_prototype *p)
{
    struct qlua_function *function = find_or_create(chunk, p);
    if (function && p->code)
        kit_hashmap_put(&by_code, (uintptr_t)p->code, function);
    return function;
}

struct qlua_function *qlua_function_shared(struct qlua_chunk *chunk)
{
    static struct qlua_function *shared;
    if (shared)
        return shared;
    struct qlua_function *function = kit_function_new(sizeof *function);
    if (!function)
        return NULL;
    function->chunk = chunk;
    function->known.name = kit_format("(%s)", chunk->file);
    if (function->known.name)
        return shared = function;
    kit_function_free(&function->known);
    return NULL;
}

struct qlua_function *qlua_function_of_code(const void *code)
{
    return kit_hashmap_get(&by_code, (uintptr_t)code);
}

void qlua_function_each(void (*visit)(struct qlua_function *function))
{
    for (size_t i = 0; i < by_key.room; i++)
        for (struct qlua_function *function = by_key.slots[i].value; function; function = function->like)
            visit(function);
}
