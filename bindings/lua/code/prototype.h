/* prototype.h - what a compiled Lua function consists of, with all functions inside it.
 *
 * The public interface has no function for the lines of functions that were never called, nor for telling two
 * functions of one line apart. lua_dump has both: it writes nested functions too, and hands the writer the address
 * of the instructions themselves, which no other living function shares. */
#ifndef QLUA_PROTOTYPE_H
#define QLUA_PROTOTYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "bindings/lua/code/code.h"
#include "bindings/lua/version/api.h"

/* A local variable lives in instructions begin..end-1. */
struct qlua_local {
    int begin;
    int end;
};

/* What lua_getinfo ("Su") tells of a function besides its source. */
struct qlua_shape {
    int line_defined; /* 0 for a main chunk */
    int last_line_defined;
    int parameters;
    int upvalues;
    int vararg; /* 0 or 1 */
};

struct qlua_prototype {
    const void *code; /* address of its instructions: who it is, while it lives */
    uint64_t hash;    /* of its own part of the dump; the same text gives the same hash */
    struct qlua_shape shape;
    int *lines; /* the executable ones, ascending, each once */
    int line_count;
    struct qlua_code instructions; /* a copy */
    int *line_of;                  /* of each instruction; NULL in a dump without debug information */
    struct qlua_local *locals;     /* in the order of their registers, as they begin */
    int local_count;
};

/* A function and those inside it, in the order of their `function` keywords in the source. */
struct qlua_prototypes {
    struct qlua_prototype *items;
    int count;
};

/* Read the Lua function on top of L's stack. Returns 0, or -1 when there is no memory or the dump is not of the
 * format of Lua 5.4. */
int qlua_prototypes_read(struct qlua_prototypes *all, lua_State *L);
void qlua_prototypes_fini(struct qlua_prototypes *all);

/* The shape of the function that was asked about with "Su". */
struct qlua_shape qlua_prototype_shape(const lua_Debug *ar);

/* The code address of the Lua function on top of L's stack, NULL if it cannot be known. */
const void *qlua_prototype_code(lua_State *L);

#endif
