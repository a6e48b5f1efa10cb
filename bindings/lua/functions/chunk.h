/* chunk.h - code compiled at once from one Lua source. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qlua_written_names;

struct qlua_chunk {
    char *source; /* Lua's source string (origin.h) */
    size_t length;
    uint64_t version; /* hash of its code, 0 = unknown: its main function was not seen */
    bool is_file;     /* the file that its source names has this version, as far as is known */
    bool shared;      /* stands for all code loaded after the limits were reached: one function, no lines */
    int mains;        /* number of different main functions */
    int parts;        /* number of functions seen without their main function */
    char *file;       /* name in reports; with a mark if the file had another version before */
    struct qlua_written_names
        *written;            /* names in its text, read when a function is first seen alone; NULL = not read */
    unsigned generation;     /* kit_library.generation in which its source was registered, 0 = never */
    struct qlua_chunk *next; /* older chunk: another version, or another source with the same hash */
};

/* Return the chunk of a source; create it if it is new. Return NULL if out of memory. A file that is loaded again with
 * another text is another chunk, by the hash of its main function (version); 0 means the newest. A server may load an
 * unlimited number of different texts: beyond QLUA_CHUNK_TEXTS sources that are not files, and QLUA_CHUNK_VERSIONS of a
 * file, return the shared chunk. This and the following functions require the library's lock. */
struct qlua_chunk *qlua_chunk_get(const char *source, size_t length, uint64_t version);

/* Return the chunk for a new function of this chunk. If this chunk has too many functions already, return the
 * shared chunk. */
struct qlua_chunk *qlua_chunk_add(struct qlua_chunk *chunk, bool is_main);

enum { QLUA_CHUNK_VERSIONS = 64, QLUA_CHUNK_TEXTS = 4096 };

/* Call `visit` for each chunk. */
void qlua_chunk_each(void (*visit)(void *data, const struct qlua_chunk *chunk), void *data);
