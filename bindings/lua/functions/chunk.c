#include "bindings/lua/functions/chunk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/lua/text/origin.h"

#define MOST_BYTES ((size_t)64 << 20) /* greatest total size of the sources that are not files */

static struct kit_hashmap chunks; /* map from the hash of a source to the newest chunk with this hash */
static int texts;                 /* number of sources that are not files */
static size_t text_bytes;         /* total size of the sources that are not files */

static char shared_name[] = "=code loaded later";
static struct qlua_chunk shared = {
    .source = shared_name, .length = sizeof shared_name - 1, .file = shared_name + 1, .shared = true};

/* Return the chunk with this source and version from the list that begins with `newest`. If `version` is 0 or the
 * source is not a file, any version will do. If a file has too many versions, return the shared chunk. Return NULL if
 * there is no such chunk. If the list has no other version of the source, set *is_first to true. */
static struct qlua_chunk *find(struct qlua_chunk *newest, const char *source, size_t length, uint64_t version,
                               bool *is_first)
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
    *is_first = !same;
    if (*source != '@')
        return same;
    return versions >= QLUA_CHUNK_VERSIONS ? &shared : NULL;
}

static char *name_file(const char *source, size_t length, uint64_t version, bool is_first)
{
    if (is_first)
        return qlua_origin_file(source, length);
    return kit_format("%s@%08" PRIx32, source + 1, (uint32_t)(version >> 32));
}

static bool is_file(const char *source)
{
    return *source == '@' && access(source + 1, F_OK) == 0;
}

/* Count a new source. Return false if there are too many sources that are not files. */
static bool add_source(const char *source, size_t length)
{
    if (is_file(source))
        return true;
    if (texts >= QLUA_CHUNK_TEXTS || length > MOST_BYTES - text_bytes)
        return false;
    texts++;
    text_bytes += length;
    return true;
}

struct qlua_chunk *qlua_chunk_get(const char *source, size_t length, uint64_t version)
{
    uint64_t hash = kit_hash(source, length);
    struct qlua_chunk *newest = kit_hashmap_get(&chunks, hash);
    bool is_first;
    struct qlua_chunk *chunk = find(newest, source, length, version, &is_first);
    if (chunk)
        return chunk;
    if (is_first && !add_source(source, length))
        return &shared;
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

struct qlua_chunk *qlua_chunk_add(struct qlua_chunk *chunk, bool is_main)
{
    if (chunk->mains >= QLUA_CHUNK_VERSIONS || chunk->parts >= QLUA_CHUNK_TEXTS)
        return &shared;
    *(is_main ? &chunk->mains : &chunk->parts) += 1;
    return chunk;
}

void qlua_chunk_each(void (*visit)(void *data, const struct qlua_chunk *chunk), void *data)
{
    for (size_t i = 0; i < chunks.room; i++)
        for (const struct qlua_chunk *chunk = chunks.slots[i].value; chunk; chunk = chunk->next)
            visit(data, chunk);
}
