/* chunk.h - what was compiled at once from one source. */
#ifndef QLUA_CHUNK_H
#define QLUA_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qlua_written;

struct qlua_chunk {
    char *source; /* as Lua has it; see origin.h */
    size_t length;
    uint64_t version; /* hash of its code, 0 = not known: its main function was not met */
    bool is_file;     /* the file that its source names has this version, as far as is known */
    bool shared;      /* it stands for all code that came after too much other code: one function, no lines */
    int mains;        /* main functions of different code in it */
    int parts;        /* functions that were met without their main function */
    char *file;       /* as reports show it: with a mark where the file had another version before */
    struct qlua_written *written; /* what its text says, once a function was met without the others; NULL = not read */
    unsigned told;                /* the library's term in which it was announced (bindings/kit/library.h), 0 = never */
    struct qlua_chunk *next;      /* an older one: another version, or another source of the same hash */
};

/* The chunk of a source, made when it is new; NULL without memory. A file that is loaded again with another text is
 * another chunk, by the hash of its main function; 0 asks for the newest. A server may load texts without end, each
 * different: beyond QLUA_CHUNK_TEXTS sources that are no files, and QLUA_CHUNK_VERSIONS of a file, it is the shared
 * chunk. With the library's lock, as what follows. */
struct qlua_chunk *qlua_chunk_get(const char *source, size_t length, uint64_t version);

/* The chunk for a function of this one that was not there before: the shared one when this one has too many already. */
struct qlua_chunk *qlua_chunk_add(struct qlua_chunk *chunk, bool is_main);

enum { QLUA_CHUNK_VERSIONS = 64, QLUA_CHUNK_TEXTS = 4096 };

/* Call visit for each. */
void qlua_chunk_each(void (*visit)(void *data, const struct qlua_chunk *chunk), void *data);

#endif
