/* chunk.h - what was compiled at once from one source, and how its functions are registered. */
#ifndef QP_LUA_CHUNK_H
#define QP_LUA_CHUNK_H

#include <stdbool.h>
#include <stddef.h>

#include <lua.h>

struct qp_function;
struct qp_session;

struct qp_chunk {
    char *source; /* as Lua has it; see source.h */
    size_t length;
    char *file;            /* as reports show it */
    bool announced;        /* to the library */
    struct qp_chunk *next; /* another source of the same hash */
};

/* The chunk of a source, made when it is new; NULL without memory. */
struct qp_chunk *qp_chunk_get(const char *source, size_t length);

/* Register those of the functions that are new. They are the one of frame ar and all inside it, in the order of the
 * source; some may be NULL. */
void qp_chunk_register(struct qp_session *s, lua_State *L, struct qp_chunk *chunk, struct qp_function **functions,
                       int count, lua_Debug *ar);

#endif
