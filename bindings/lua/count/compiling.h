/* compiling.h - tracking of the chunks that Lua is compiling or loading in binary form, from its memory allocations.
 *
 * Usually there is one at a time, but a chunk may be read through a function of the program that loads others. */
#ifndef QLUA_COMPILING_H
#define QLUA_COMPILING_H

#include "bindings/lua/inside/body.h"

/* Prototype of a chunk that is being compiled. Main functions of chunks are roots. */
struct qlua_fresh {
    struct qlua_body *body; /* NULL: Lua has freed it */
    int outer;              /* enclosing prototype, -1: root */
    int inner;              /* number of nested prototypes seen so far */
    int root;               /* of its chunk */
    int before;             /* root: the previous root, -1 = none */
    bool binary;            /* root: of a chunk in binary form */
    bool left;              /* root: its completion cannot be detected */
    bool closed;            /* root of a chunk that is compiled: complete */
};

struct qlua_compiling {
    struct qlua_fresh *fresh; /* in the order in which Lua made them */
    int count;
    int last_root; /* -1 = none */
    bool placed;   /* `outer` of the last prototype is set */
    bool lost;     /* see qlua_compiling_lost */
};

void qlua_compiling_init(struct qlua_compiling *compiling);
void qlua_compiling_fini(struct qlua_compiling *compiling);

/* Lua has allocated a prototype, which is not initialized yet. binary: of a chunk in binary form; alone: such a chunk
 * without upvalues, so that Lua allocates none. Return false if out of memory. */
bool qlua_compiling_made(struct qlua_compiling *compiling, void *prototype, bool binary, bool alone);

/* Lua frees a prototype. */
void qlua_compiling_freed(struct qlua_compiling *compiling, const void *prototype);

/* Lua code runs in between: it allocates a closure. */
void qlua_compiling_interrupted(struct qlua_compiling *compiling);

/* Lua shrinks a block to its final size. */
void qlua_compiling_trimmed(struct qlua_compiling *compiling, const void *block);

/* Return whether, since the last call, a chunk was seen whose completion cannot be detected. */
bool qlua_compiling_lost(struct qlua_compiling *compiling);

/* Lua allocates an upvalue. Return the chunk that was completed just before, and forget it; NULL = none. It does not
 * run yet: upvalues are the first thing that Lua allocates for it. */
struct qlua_body *qlua_compiling_completed(struct qlua_compiling *compiling);

#endif
