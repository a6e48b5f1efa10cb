/* chunk.h - code compiled at once from one Lua source. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qlua_written_names;

struct qlua_chunk {
    char *source; /* Lua's source string (origin.h) */
    size_t length;
    uint64_t version; /* hash of the chunk's code; 0 = unknown, because the main function was not seen */
    bool is_file;     /* the source names a file, and no chunk with the same source was seen before this one, so the
                       * file is assumed to contain the text of this chunk */
    bool shared;      /* the chunk stands for all code loaded after the limits were reached, and has one function and
                       * no lines */
    int mains;        /* number of main functions with different code */
    int parts;        /* number of functions seen without their main function */
    char *file;       /* name in reports; contains a part of `version` if an earlier chunk has another version of the
                       * file */
    struct qlua_written_names *written; /* names of the functions in the chunk's text; NULL = the text was not read,
                                         * because no function was seen before the main function */
    unsigned generation;                /* kit_library.generation when the source was registered, 0 = never */
    struct qlua_chunk *next; /* older chunk: another version of the source, or another source with the same hash */
};

/* Return the chunk of a source; create the chunk if the source is new. Return NULL if out of memory. `version` is
 * the hash of the main function: a file that is loaded again with another text is another chunk. If `version` is 0,
 * return the newest chunk of the source. A server may load an unlimited number of different texts. So beyond
 * QLUA_CHUNK_TEXTS sources that are not files, and QLUA_CHUNK_VERSIONS versions of a file, return the shared chunk.
 * This and the following functions require the library's lock. */
struct qlua_chunk *qlua_chunk_get(const char *source, size_t length, uint64_t version);

/* Count a new function of a chunk, and return the chunk to which the function belongs: this chunk, or the shared
 * chunk if this one has too many functions already. */
struct qlua_chunk *qlua_chunk_add(struct qlua_chunk *chunk, bool is_main);

enum { QLUA_CHUNK_VERSIONS = 64, QLUA_CHUNK_TEXTS = 4096 };

/* Call `visit` for each chunk. */
void qlua_chunk_each(void (*visit)(void *data, const struct qlua_chunk *chunk), void *data);
