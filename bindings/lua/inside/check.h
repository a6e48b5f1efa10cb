/* check.h - check whether Lua's own structures have the layout that is declared in this folder. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bindings/lua/version/api.h"

struct qlua_allocator;

/* Properties of this Lua, as far as they are known. */
struct qlua_checked {
    size_t base;     /* offset of the lowest frame in the struct of a thread; 0 = unknown, or frames cannot be marked
                      * (layout.h) */
    bool bodies;     /* body.h is valid */
    bool positions;  /* position.h works */
    int count_place; /* if `positions` is true: offset of a thread's counter of remaining instructions; 0 = unknown */
};

/* Return true if this Lua has the layout of layout.h. The check runs a small program in a separate Lua thread, and
 * compares what it reads from memory with the results of the public interface. An invalid address causes no crash. The
 * allocator must be installed; it learns the sizes of a prototype and a thread. Lua may raise a memory error. */
bool qlua_check(lua_State *L, struct qlua_allocator *allocator, struct qlua_checked *checked);
