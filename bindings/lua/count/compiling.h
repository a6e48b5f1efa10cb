/* compiling.h - the chunks that Lua is compiling, or reading as compiled ones, told by what it asks memory for.
 *
 * There is one at a time, as a rule; a chunk may be read through a function of the program, which loads others. */
#ifndef QLUA_COMPILING_H
#define QLUA_COMPILING_H

#include "bindings/lua/inside/body.h"

/* A prototype of a chunk that is being compiled. */
struct qlua_fresh {
    struct qlua_body *body; /* NULL: Lua has freed it */
    int outer;              /* the one around it, -1: of a chunk */
    int inner;              /* those inside it that were met */
    int root;               /* of its chunk */
    int before;             /* of a chunk: the chunk before it, -1 = none */
    bool binary;            /* of a chunk: it was compiled before */
    bool left;              /* of a chunk: nothing tells when it is complete */
    bool closed;            /* of a chunk that is compiled: it is complete */
};

struct qlua_compiling {
    struct qlua_fresh *fresh; /* in the order in which Lua made them */
    int count;
    int last_root; /* -1 = none */
    bool placed;   /* the last one has found the one around it */
    bool lost;
};

void qlua_compiling_init(struct qlua_compiling *compiling);
void qlua_compiling_fini(struct qlua_compiling *compiling);

/* Lua has made a prototype, which is not initialized yet. binary: of a chunk that was compiled before; alone: which has
 * no upvalues, so that Lua asks for none. Returns false without memory. */
bool qlua_compiling_made(struct qlua_compiling *compiling, void *prototype, bool binary, bool alone);

/* Lua frees one. */
void qlua_compiling_freed(struct qlua_compiling *compiling, const void *prototype);

/* Lua code runs meanwhile: it makes a closure. */
void qlua_compiling_interrupted(struct qlua_compiling *compiling);

/* Lua makes a block smaller, or leaves it as it is. */
void qlua_compiling_trimmed(struct qlua_compiling *compiling, const void *block);

/* A chunk of which nothing will tell when it is complete was met since this was asked last. */
bool qlua_compiling_lost(struct qlua_compiling *compiling);

/* Lua wants an upvalue. Returns the chunk that was completed just before, and forgets it; NULL = none. It runs nowhere
 * yet: its upvalues are the first thing that Lua makes for it. */
struct qlua_body *qlua_compiling_completed(struct qlua_compiling *compiling);

#endif
