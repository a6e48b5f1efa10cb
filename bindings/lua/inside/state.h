/* state.h - layout of the memory management fields in Lua's global_State, shared by the threads of a state.
 *
 * This is the layout of Lua 5.4.0 to 5.4.8 with 64-bit pointers; callers must check it first. */
#ifndef QLUA_STATE_H
#define QLUA_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "bindings/lua/version/api.h"

struct qlua_state {
    lua_Alloc allocate;
    void *data;
    ptrdiff_t total;
    ptrdiff_t debt;
};

/* Thread, up to its pointer to the shared state. */
struct qlua_state_thread {
    const void *next;
    unsigned char small[8];
    const void *top;
    struct qlua_state *state;
};

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qlua_state_thread, state) == 24 && sizeof(struct qlua_state) == 32,
               "offsets of Lua 5.4.0 to 5.4.8 with 64-bit pointers");
#endif

static inline struct qlua_state *qlua_state_of(const lua_State *thread)
{
    return ((const struct qlua_state_thread *)(const void *)thread)->state;
}

#endif
