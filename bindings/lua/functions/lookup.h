/* lookup.h - lookup of the function that a frame runs; an unknown one is read from Lua and registered. */
#pragma once

#include <stdbool.h>

#include "bindings/kit/hashmap.h"
#include "bindings/lua/functions/function.h"
#include "bindings/lua/version/api.h"

/* Functions seen in one Lua state; all zero at first. */
struct qlua_lookup {
    struct kit_hashmap plain;   /* functions by qlua_layout_key; empty without layout */
    struct kit_hashmap special; /* functions whose arguments or results must be examined, by qlua_layout_key */
    bool layout;                /* frames can be read with layout.h */
    enum qlua_role last_plain;  /* functions with greater roles are special */
};

/* Return the function of frame ar of L, on virtual thread `caller`; NULL if out of memory. */
struct qlua_function *qlua_lookup_frame(struct qlua_lookup *lookup, lua_State *L, lua_Debug *ar, VthreadID caller);

/* Add a known function with its prototype, and register it if necessary. The caller holds the library's lock. */
void qlua_lookup_known(struct qlua_lookup *lookup, uintptr_t prototype, struct qlua_function *function,
                       VthreadID caller);

/* Remove a prototype that Lua frees: its address may be reused. */
void qlua_lookup_freed(struct qlua_lookup *lookup, const void *prototype);

/* Forget all functions. */
void qlua_lookup_fini(struct qlua_lookup *lookup);

/* Function called for each function of a chunk, with its index in the order of the source. */
struct qlua_prototype;
typedef void qlua_lookup_visit(void *data, int index, const struct qlua_prototype *p, struct qlua_function *function);

/* Register the main chunk on top of L's stack, loaded by virtual thread `caller`, and the functions in it; then, unless
 * `visit` is NULL, call it for each that is registered. This neither allocates memory of Lua nor raises errors. */
void qlua_lookup_loaded(lua_State *L, VthreadID caller, qlua_lookup_visit *visit, void *data);
