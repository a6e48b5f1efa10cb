/* lookup.h - lookup of the function that a frame runs; an unknown function is read from Lua and registered. */
#pragma once

#include <stdbool.h>

#include "bindings/kit/hashmap.h"
#include "bindings/lua/functions/function.h"
#include "bindings/lua/version/api.h"

/* Functions seen in one Lua state; all zero at first. */
struct qlua_lookup {
    struct kit_hashmap plain;   /* functions by qlua_layout_key, except those in `special` */
    struct kit_hashmap special; /* functions whose arguments or results must be examined; the key is qlua_layout_key */
    bool layout;                /* frames can be read with layout.h; if false, both maps are empty */
    enum qlua_role last_plain;  /* greatest role of the functions in `plain`; functions with a greater role are in
                                 * `special` */
};

/* Return the function that frame ar of L runs on virtual thread `caller`; NULL if out of memory. */
struct qlua_function *qlua_lookup_frame(struct qlua_lookup *lookup, lua_State *L, lua_Debug *ar, VthreadID caller);

/* Add a known function, which has this prototype, and register the function if necessary. The caller holds the
 * library's lock. */
void qlua_lookup_known(struct qlua_lookup *lookup, uintptr_t prototype, struct qlua_function *function,
                       VthreadID caller);

/* Remove a prototype that Lua frees, since its address may be reused. */
void qlua_lookup_freed(struct qlua_lookup *lookup, const void *prototype);

/* Forget all functions. */
void qlua_lookup_fini(struct qlua_lookup *lookup);

/* Function called for each function of a chunk, with its index in the order of the source. */
struct qlua_prototype;
typedef void qlua_lookup_visit(void *data, int index, const struct qlua_prototype *p, struct qlua_function *function);

/* Register the main chunk on top of L's stack, loaded by virtual thread `caller`, and the functions in it. Then call
 * `visit`, unless it is NULL, for each of these functions that is registered. This neither allocates memory of Lua nor
 * raises errors. */
void qlua_lookup_loaded(lua_State *L, VthreadID caller, qlua_lookup_visit *visit, void *data);
