/* compiling.h - tracking of the chunks that Lua is compiling or loading in binary form, from its memory allocations.
 *
 * Usually Lua compiles or loads one chunk at a time. There may be several: while Lua compiles a chunk, a function of
 * the program that supplies the chunk's text may load other chunks. */
#pragma once

#include "bindings/lua/inside/body.h"

struct qlua_compiling_chunk;

/* All zero at first. */
struct qlua_compiling {
    struct qlua_compiling_chunk *newest;
    /* Prototype that Lua allocated last. It is not assigned to a chunk yet: Lua links it into the enclosing
     * prototype before its next allocation. */
    struct qlua_body *last; /* NULL = none */
    bool binary;            /* `last` belongs to a chunk in binary form */
    bool alone;             /* `last` belongs to a chunk in binary form without upvalues */
    bool lost;              /* the completion of a chunk cannot be detected, or memory ran out */
};

void qlua_compiling_fini(struct qlua_compiling *compiling);

/* Return whether no chunk is being compiled or loaded. */
static inline bool qlua_compiling_is_idle(const struct qlua_compiling *compiling)
{
    return !compiling->newest && !compiling->last;
}

/* Handle the allocation of a prototype, which Lua has not initialized yet. `binary` is true if it belongs to a chunk
 * in binary form. `alone` is true if that chunk also has no upvalues, so that Lua allocates no upvalue for it. */
void qlua_compiling_made(struct qlua_compiling *compiling, void *prototype, bool binary, bool alone);

/* Handle the freeing of a prototype. */
void qlua_compiling_freed(struct qlua_compiling *compiling, const void *prototype);

/* Handle the allocation of a closure. It means that Lua code runs while a chunk is being compiled or loaded. */
void qlua_compiling_interrupted(struct qlua_compiling *compiling);

/* Handle the shrinking of a block to its final size. */
void qlua_compiling_trimmed(struct qlua_compiling *compiling, const void *block);

/* Handle the allocation of an upvalue, which is the first object that Lua allocates for a complete chunk. Return the
 * main function of the chunk that was completed just before, and remove this chunk from the list; return NULL if there
 * is none. The chunk does not run yet. */
struct qlua_body *qlua_compiling_completed(struct qlua_compiling *compiling);
