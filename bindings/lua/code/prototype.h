/* prototype.h - parser of a compiled Lua function and all functions nested in it.
 *
 * Lua's public interface can neither list the lines of functions that were never called, nor distinguish two functions
 * on one line. lua_dump makes both possible: it writes nested functions as well, and passes the address of each
 * function's instructions to the writer. No two live functions share such an address. */
#pragma once

#include <stdint.h>

#include "bindings/lua/code/code.h"
#include "bindings/lua/version/api.h"

/* Local variable, live in instructions begin..end-1. */
struct qlua_local {
    int begin;
    int end;
};

/* Properties of a function that lua_getinfo ("Su") returns, except for its source. */
struct qlua_shape {
    int line_defined; /* 0 for a main chunk */
    int last_line_defined;
    int parameters;
    int upvalues;
    int vararg; /* 0 or 1 */
};

struct qlua_prototype {
    const void *code; /* address of its instructions, which identifies the function while it exists */
    uint64_t hash;    /* hash of the function's part of the dump; equal source gives equal hashes */
    struct qlua_shape shape;
    int *lines; /* executable lines, in the order of instructions; a line may occur several times */
    int line_count;
    struct qlua_code instructions; /* copy */
    int *line_of;                  /* line of each instruction; NULL if the dump has no debug information */
    struct qlua_local *locals; /* ordered by `begin`; the n-th variable that is live at an instruction is in the n-th
                                * register */
    int local_count;
};

/* A function and its nested functions, in the order of their `function` keywords in the source. */
struct qlua_prototypes {
    struct qlua_prototype *items;
    int count;
};

/* Read the Lua function on top of L's stack. Return 0, or -1 if out of memory or if the dump has an unknown format. */
int qlua_prototypes_read(struct qlua_prototypes *all, lua_State *L);
void qlua_prototypes_fini(struct qlua_prototypes *all);

/* Return the number of local variables that are live at instruction pc. They are in the first registers. */
int qlua_prototype_variables(const struct qlua_prototype *p, int pc);

/* Return the shape of a function from the result of lua_getinfo ("Su"). */
struct qlua_shape qlua_prototype_shape(const lua_Debug *ar);

/* Return the address of the instructions of the Lua function on top of L's stack, NULL if it cannot be determined. */
const void *qlua_prototype_code(lua_State *L);
