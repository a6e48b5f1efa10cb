#include "bindings/lua/count/compiling.h"

#include <stdlib.h>

#include "bindings/kit/strings.h"

struct prototype {
    struct qlua_body *body; /* NULL: Lua has freed it */
    int outer;              /* enclosing prototype, -1 = none */
    int inner;              /* number of nested prototypes seen so far */
};

struct qlua_compiling_chunk {
    struct prototype *prototypes; /* in the order in which Lua allocated them; the first one is the main function */
    int count;
    bool binary; /* loaded in binary form */
    bool left;   /* the completion of the chunk cannot be detected */
    bool closed; /* Lua has compiled the whole chunk */
    struct qlua_compiling_chunk *older;
};

/* Remove a chunk from the list and free it. */
static void forget(struct qlua_compiling_chunk **place)
{
    struct qlua_compiling_chunk *chunk = *place;
    *place = chunk->older;
    free(chunk->prototypes);
    free(chunk);
}

void qlua_compiling_fini(struct qlua_compiling *compiling)
{
    while (compiling->newest)
        forget(&compiling->newest);
    *compiling = (struct qlua_compiling){0};
}

static bool add(struct qlua_compiling_chunk *chunk, struct qlua_body *body, int outer)
{
    struct prototype *prototypes = kit_array_more(chunk->prototypes, (size_t)chunk->count, sizeof *prototypes);
    if (!prototypes)
        return false;
    chunk->prototypes = prototypes;
    prototypes[chunk->count++] = (struct prototype){.body = body, .outer = outer};
    return true;
}

static bool is_inside(const struct prototype *outer, const struct qlua_body *body)
{
    return outer->body && outer->inner < outer->body->child_count && outer->body->children[outer->inner] == body;
}

/* Add a prototype to the chunk that contains it. The enclosing prototype is the last prototype of that chunk, or a
 * prototype that encloses the last one. Return false if there is no such chunk, or if out of memory. */
static bool add_nested(struct qlua_compiling *compiling, struct qlua_body *body)
{
    for (struct qlua_compiling_chunk *chunk = compiling->newest; chunk; chunk = chunk->older)
        for (int i = chunk->count - 1; i >= 0; i = chunk->prototypes[i].outer)
            if (is_inside(&chunk->prototypes[i], body)) {
                chunk->prototypes[i].inner++;
                return add(chunk, body, i);
            }
    return false;
}

/* Add the prototype allocated last to its chunk. Create the chunk if the prototype is its main function. */
static void place_last(struct qlua_compiling *compiling)
{
    struct qlua_body *body = compiling->last;
    compiling->last = NULL;
    if (!body || add_nested(compiling, body))
        return;
    struct qlua_compiling_chunk *chunk = calloc(1, sizeof *chunk);
    if (!chunk || !add(chunk, body, -1)) {
        free(chunk);
        compiling->lost = true;
        return;
    }
    chunk->binary = compiling->binary;
    chunk->left = compiling->alone;
    chunk->older = compiling->newest;
    compiling->newest = chunk;
}

void qlua_compiling_made(struct qlua_compiling *compiling, void *prototype, bool binary, bool alone)
{
    place_last(compiling);
    compiling->last = prototype;
    compiling->binary = binary;
    compiling->alone = alone;
    compiling->lost |= alone; /* Lua may call the chunk without allocating first, so its completion would not be
                               * noticed */
}

void qlua_compiling_freed(struct qlua_compiling *compiling, const void *prototype)
{
    place_last(compiling);
    for (struct qlua_compiling_chunk **place = &compiling->newest; *place; place = &(*place)->older) {
        struct qlua_compiling_chunk *chunk = *place;
        int i = chunk->count - 1;
        while (i >= 0 && chunk->prototypes[i].body != prototype)
            i--;
        if (i < 0)
            continue;
        chunk->prototypes[i].body = NULL;
        while (chunk->count && !chunk->prototypes[chunk->count - 1].body)
            chunk->count--;
        if (!chunk->count)
            forget(place);
        return;
    }
}

/* After compiling source code, Lua shrinks the memory block that it allocated last, which shows that the chunk is
 * complete. A chunk in binary form causes no such event, so stop tracking it. */
void qlua_compiling_interrupted(struct qlua_compiling *compiling)
{
    place_last(compiling);
    for (struct qlua_compiling_chunk *chunk = compiling->newest; chunk; chunk = chunk->older) {
        compiling->lost |= chunk->binary && !chunk->left;
        chunk->left |= chunk->binary;
    }
}

/* The last block that the compiler trims for a function is the array of the function's upvalues. */
void qlua_compiling_trimmed(struct qlua_compiling *compiling, const void *block)
{
    place_last(compiling);
    for (struct qlua_compiling_chunk *chunk = compiling->newest; chunk; chunk = chunk->older)
        if (chunk->prototypes->body && chunk->prototypes->body->upvalues == block)
            chunk->closed = true;
}

struct qlua_body *qlua_compiling_completed(struct qlua_compiling *compiling)
{
    place_last(compiling);
    for (struct qlua_compiling_chunk **place = &compiling->newest; *place; place = &(*place)->older) {
        const struct qlua_compiling_chunk *chunk = *place;
        struct qlua_body *body = chunk->prototypes->body;
        if (!body || chunk->left || !(chunk->binary || chunk->closed))
            continue;
        forget(place);
        return body;
    }
    return NULL;
}
