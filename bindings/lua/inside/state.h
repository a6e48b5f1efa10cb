/* state.h - what the threads of a Lua state share, as far as memory goes.
 *
 * As Lua 5.4.0 to 5.4.8 lay it out where pointers have 64 bits; whoever looks makes sure that it is. */
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

/* A thread, up to that. */
struct qlua_state_thread {
    const void *next;
    unsigned char small[8];
    const void *top;
    struct qlua_state *state;
};

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qlua_state_thread, state) == 24 && sizeof(struct qlua_state) == 32,
               "the offsets of Lua 5.4.0 to 5.4.8 where pointers have 64 bits");
#endif

static inline struct qlua_state *qlua_state_of(const lua_State *thread)
{
    return ((const struct qlua_state_thread *)(const void *)thread)->state;
}

#endif
