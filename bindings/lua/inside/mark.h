/* mark.h - marks on frames, which detect whether a frame is still the one that was marked.
 *
 * Lua writes the status of a frame when a call begins, and never uses the highest of its 16 bits. So a mark in that bit
 * lasts until the frame's call has returned and another call at that depth begins. A tail call keeps it. */
#ifndef QLUA_MARK_H
#define QLUA_MARK_H

#include <stdbool.h>

#include "bindings/lua/inside/layout.h"

/* Frame, up to its status. */
struct qlua_mark_frame {
    struct qlua_layout_frame frame;
    const void *content[3];
    int transfer;
    short results;
    unsigned short status;
};

enum { QLUA_MARK_IS_C = 1 << 1, QLUA_MARK_BIT = 1 << 15 };

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qlua_mark_frame, status) == 62, "offset of Lua 5.4.0 to 5.4.8 with 64-bit pointers");
#endif

static inline bool qlua_mark_is_set(const void *call)
{
    return ((const struct qlua_mark_frame *)call)->status & QLUA_MARK_BIT;
}

static inline void qlua_mark_set(void *call)
{
    ((struct qlua_mark_frame *)call)->status |= QLUA_MARK_BIT;
}

/* Return whether marks work in this Lua. The check of layout.h must have succeeded. This check runs a few functions in
 * a separate thread. *base: offset in a thread of its frame below all calls. Lua may raise a memory error. */
bool qlua_mark_check(lua_State *L, size_t *base);

#endif
