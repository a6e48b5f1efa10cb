/* check.h - check of the layout of Lua's own structures, as they are declared here (inside/). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bindings/lua/version/api.h"

struct qlua_allocator;

/* Properties of this Lua, as far as they are known. */
struct qlua_checked {
    size_t base;     /* offset in a thread of its frame below all calls; 0 = unknown, or marks do not work */
    bool bodies;     /* body.h is valid */
    bool positions;  /* position.h works */
    int count_place; /* with positions: offset in a thread of its counter of remaining instructions, 0 = unknown */
};

/* Return whether this Lua has the layout of layout.h. The check runs a small program in a separate thread, and compares
 * what it reads with the public interface. It reads memory so that an invalid address does not crash. The allocator,
 * which is installed, learns the sizes of a prototype and a thread. Lua may raise a memory error. */
bool qlua_check(lua_State *L, struct qlua_allocator *allocator, struct qlua_checked *checked);
