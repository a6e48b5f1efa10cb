/* chunk.h - what was compiled at once from one source. */
#ifndef QLUA_CHUNK_H
#define QLUA_CHUNK_H

#include <stddef.h>

struct qlua_chunk {
    char *source; /* as Lua has it; see origin.h */
    size_t length;
    char *file;              /* as reports show it */
    unsigned told;           /* the library's term in which it was announced (bindings/kit/library.h), 0 = never */
    struct qlua_chunk *next; /* another source of the same hash */
};

/* The chunk of a source, made when it is new; NULL without memory. With the library's lock, as what follows. */
struct qlua_chunk *qlua_chunk_get(const char *source, size_t length);

/* Call visit for each. */
void qlua_chunk_each(void (*visit)(void *data, const struct qlua_chunk *chunk), void *data);

#endif
