#include "bindings/lua/functions/chunk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/lua/text/origin.h"

/* Of one file: texts that are made up under one name may be without number. */
#define MOST_VERSIONS 64

static struct kit_hashmap chunks; /* by hash of the source: the newest with it */

/* One of a list that has this source and version, or the newest one that is to stand for it; NULL: it is a new one. */
static struct qlua_chunk *find(struct qlua_chunk *newest, const char *source, size_t length, uint64_t version)
{
    struct qlua_chunk *same = NULL;
    int versions = 0;
    for (struct qlua_chunk *chunk = newest; chunk; chunk = chunk->next) {
        if (chunk->length != length || memcmp(chunk->source, source, length) != 0)
            continue;
        if (!version || chunk->version == version)
            return chunk;
        if (!chunk->version) {
            chunk->version = version;
            return chunk;
        }
        same = same ? same : chunk;
        versions++;
    }
    return *source != '@' || versions >= MOST_VERSIONS ? same : NULL;
}

static bool has_source(const struct qlua_chunk *chunk, const char *source, size_t length)
{
    while (chunk && (chunk->length != length || memcmp(chunk->source, source, length) != 0))
        chunk = chunk->next;
    return chunk;
}

static char *name_file(const char *source, size_t length, uint64_t version, bool is_first)
{
    if (is_first)
        return qlua_origin_file(source, length);
    return kit_format("%s@%08" PRIx32, source + 1, (uint32_t)(version >> 32));
}

struct qlua_chunk *qlua_chunk_get(const char *source, size_t length, uint64_t version)
{
    uint64_t hash = kit_hash(source, length);
    struct qlua_chunk *newest = kit_hashmap_get(&chunks, hash);
    struct qlua_chunk *chunk = find(newest, source, length, version);
    if (chunk)
        return chunk;
    bool is_first = !has_source(newest, source, length);
    chunk = calloc(1, sizeof *chunk);
    char *copy = malloc(length + 1);
    char *file = name_file(source, length, version, is_first);
    if (!chunk || !copy || !file)
        goto no_memory;
    memcpy(copy, source, length + 1);
    *chunk = (struct qlua_chunk){.source = copy,
                                 .length = length,
                                 .version = version,
                                 .is_file = is_first && *source == '@',
                                 .file = file,
                                 .next = newest};
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
