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
    uint64_t version;             /* hash of its code, 0 = not known: its main function was not met */
    bool is_file;                 /* the file that its source names has this version, as far as is known */
    char *file;                   /* as reports show it: with a mark where the file had another version before */
    struct qlua_written *written; /* what its text says, once a function was met without the others; NULL = not read */
    unsigned told;                /* the library's term in which it was announced (bindings/kit/library.h), 0 = never */
    struct qlua_chunk *next;      /* an older one: another version, or another source of the same hash */
};

/* The chunk of a source, made when it is new; NULL without memory. A file that is loaded again with another text is
 * another chunk, by the hash of its main function; 0 asks for the newest. With the library's lock, as what follows. */
struct qlua_chunk *qlua_chunk_get(const char *source, size_t length, uint64_t version);

/* Call visit for each. */
void qlua_chunk_each(void (*visit)(void *data, const struct qlua_chunk *chunk), void *data);

#endif
