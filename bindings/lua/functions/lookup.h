/* lookup.h - the function that a frame runs: known from before, or read from Lua and told to the library. */
#ifndef QLUA_LOOKUP_H
#define QLUA_LOOKUP_H

#include <stdbool.h>

#include "bindings/kit/hashmap.h"
#include "bindings/lua/functions/function.h"
#include "bindings/lua/version/api.h"

/* What one Lua state has met, all zero at first. */
struct qlua_lookup {
    struct kit_hashmap plain;   /* functions by what qlua_layout_key says; empty without layout */
    struct kit_hashmap special; /* those of them whose calls need a look at their arguments or results */
    bool layout;                /* frames can be read as layout.h does */
    enum qlua_role last_plain;  /* roles beyond it make a function special */
};

/* The function of the frame ar of L, which is of virtual thread `caller`; NULL without memory. */
struct qlua_function *qlua_lookup_frame(struct qlua_lookup *lookup, lua_State *L, lua_Debug *ar, VthreadID caller);

/* The function with this prototype is known, and need not be asked for; the library is told of it if it has to be. With
 * the library's lock. */
void qlua_lookup_known(struct qlua_lookup *lookup, uintptr_t prototype, struct qlua_function *function,
                       VthreadID caller);

/* Lua frees a prototype: another may come to be at its address. */
void qlua_lookup_freed(struct qlua_lookup *lookup, const void *prototype);

/* Forget what was met. */
void qlua_lookup_fini(struct qlua_lookup *lookup);

/* A function inside a chunk, by its number in the order of the source. */
struct qlua_prototype;
typedef void qlua_lookup_visit(void *data, int index, const struct qlua_prototype *p, struct qlua_function *function);

/* Tell the library of the main chunk on top of L's stack, which virtual thread `caller` has loaded, and of the
 * functions inside it; then call visit for each that is known. Allocates nothing of Lua's, and raises no error. */
void qlua_lookup_loaded(lua_State *L, VthreadID caller, qlua_lookup_visit *visit, void *data);

/* Tell the library of the main chunk on top of L's stack, whose state is not recorded, and of the functions inside
 * it: they were not called. */
void qlua_lookup_chunk(lua_State *L);

#endif
