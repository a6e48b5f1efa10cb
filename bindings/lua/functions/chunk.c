#include "bindings/lua/functions/chunk.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/lua/text/origin.h"

static struct kit_hashmap chunks; /* by hash of the source: the first with it */

struct qlua_chunk *qlua_chunk_get(const char *source, size_t length)
{
    uint64_t hash = kit_hash(source, length);
    struct qlua_chunk *first = kit_hashmap_get(&chunks, hash);
    for (struct qlua_chunk *chunk = first; chunk; chunk = chunk->next)
        if (chunk->length == length && memcmp(chunk->source, source, length) == 0)
            return chunk;
    struct qlua_chunk *chunk = calloc(1, sizeof *chunk);
    char *copy = malloc(length + 1);
    char *file = qlua_origin_file(source, length);
    if (!chunk || !copy || !file)
        goto no_memory;
    memcpy(copy, source, length + 1);
    *chunk = (struct qlua_chunk){.source = copy, .length = length, .file = file, .next = first};
    if (kit_hashmap_put(&chunks, hash, chunk) == 0)
        return chunk;
no_memory:
    free(file);
    free(copy);
    free(chunk);
    return NULL;
}

void qlua_chunk_each(void (*visit)(void *data, const struct qlua_chunk *chunk), void *data)
{
    for (size_t i = 0; i < chunks.room; i++)
        for (const struct qlua_chunk *chunk = chunks.slots[i].value; chunk; chunk = chunk->next)
            visit(data, chunk);
}
