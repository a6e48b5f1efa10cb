/* compiling.h - tracking of the chunks that Lua is compiling or loading in binary form, from its memory allocations.
 *
 * Usually there is one at a time, but a chunk may be read through a function of the program that loads others. */
#pragma once

#include "bindings/lua/inside/body.h"

struct qlua_compiling_chunk;

/* All zero at first. */
struct qlua_compiling {
    struct qlua_compiling_chunk *newest;
    /* Last prototype, which belongs to no chunk yet: Lua links it into the enclosing one before its next allocation. */
    struct qlua_body *last; /* NULL = none */
    bool binary;            /* `last` belongs to a chunk in binary form */
    bool alone;             /* `last` belongs to a chunk in binary form without upvalues */
    bool lost;              /* a chunk was seen whose completion cannot be detected, or memory was missing */
};

void qlua_compiling_fini(struct qlua_compiling *compiling);

/* Return whether no chunk is being compiled or loaded. */
static inline bool qlua_compiling_is_idle(const struct qlua_compiling *compiling)
{
    return !compiling->newest && !compiling->last;
}

/* Handle that Lua has allocated a prototype, which is not initialized yet. `binary` is true if it belongs to a
 * chunk in binary form. `alone` is true if that chunk also has no upvalues, so that Lua allocates no upvalue for it.
 * */
void qlua_compiling_made(struct qlua_compiling *compiling, void *prototype, bool binary, bool alone);

/* Handle that Lua frees a prototype. */
void qlua_compiling_freed(struct qlua_compiling *compiling, const void *prototype);

/* Handle that Lua code allocates a closure, which means that it runs while a chunk is being compiled or loaded. */
void qlua_compiling_interrupted(struct qlua_compiling *compiling);

/* Handle that Lua shrinks a block to its final size. */
void qlua_compiling_trimmed(struct qlua_compiling *compiling, const void *block);

/* Handle that Lua allocates an upvalue. Return the chunk that was completed just before, and remove it from the
 * list; NULL = none. The chunk does not run yet: upvalues are the first thing that Lua allocates for a complete chunk.
 * */
struct qlua_body *qlua_compiling_completed(struct qlua_compiling *compiling);
