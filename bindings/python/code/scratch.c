#include "bindings/python/code/scratch.h"

#include <stdlib.h>

/* Most code objects need less than a chunk; larger requests have chunks of their own, which the next reset frees. */
enum { CHUNK = 2 << 20, ALIGNMENT = 16 };

struct chunk {
    struct chunk *next;
    size_t size;
    size_t used;
    _Alignas(ALIGNMENT) char bytes[];
};

static struct chunk *newest; /* the oldest is the one that a reset keeps */

void *qpy_scratch(size_t size)
{
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!newest || newest->size - newest->used < size) {
        size_t room = size > CHUNK ? size : CHUNK;
        struct chunk *chunk = malloc(sizeof *chunk + room);
        if (!chunk)
            return NULL;
        *chunk = (struct chunk){.next = newest, .size = room};
        newest = chunk;
    }
    void *result = newest->bytes + newest->used;
    newest->used += size;
    return result;
}

void qpy_scratch_reset(void)
{
    while (newest && (newest->next || newest->size > CHUNK)) {
        struct chunk *chunk = newest;
        newest = chunk->next;
        free(chunk);
    }
    if (newest)
        newest->used = 0;
}
