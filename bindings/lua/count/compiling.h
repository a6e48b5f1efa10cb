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
    bool binary;            /* of a chunk in binary form */
    bool alone;             /* of such a chunk without upvalues */
    bool lost;              /* a chunk was seen whose completion cannot be detected, or memory was missing */
};

void qlua_compiling_fini(struct qlua_compiling *compiling);

/* Return whether no chunk is being compiled or loaded. */
static inline bool qlua_compiling_is_idle(const struct qlua_compiling *compiling)
{
    return !compiling->newest && !compiling->last;
}

/* Lua has allocated a prototype, which is not initialized yet. binary: of a chunk in binary form; alone: such a chunk
 * without upvalues, so that Lua allocates none. */
void qlua_compiling_made(struct qlua_compiling *compiling, void *prototype, bool binary, bool alone);

/* Lua frees a prototype. */
void qlua_compiling_freed(struct qlua_compiling *compiling, const void *prototype);

/* Lua code runs in between: it allocates a closure. */
void qlua_compiling_interrupted(struct qlua_compiling *compiling);

/* Lua shrinks a block to its final size. */
void qlua_compiling_trimmed(struct qlua_compiling *compiling, const void *block);

/* Lua allocates an upvalue. Return the chunk that was completed just before, and forget it; NULL = none. It does not
 * run yet: upvalues are the first thing that Lua allocates for it. */
struct qlua_body *qlua_compiling_completed(struct qlua_compiling *compiling);
