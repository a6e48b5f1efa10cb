/* mark.h - a mark on a frame: it shows whether the frame is still the one that was marked.
 *
 * Lua writes the status of a frame when a call begins, and never uses the highest of its 16 bits. So a mark in that bit
 * lasts until the frame's call has returned and the next call at that depth begins. A tail call keeps it. */
#ifndef QLUA_MARK_H
#define QLUA_MARK_H

#include <stdbool.h>

#include "bindings/lua/inside/layout.h"

/* A frame, up to its status. */
struct qlua_mark_frame {
    struct qlua_layout_frame frame;
    const void *content[3];
    int transfer;
    short results;
    unsigned short status;
};

enum { QLUA_MARK_IS_C = 1 << 1, QLUA_MARK_BIT = 1 << 15 };

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qlua_mark_frame, status) == 62,
               "the offset of Lua 5.4.0 to 5.4.8 where pointers have 64 bits");
#endif

static inline bool qlua_mark_is_set(const void *call)
{
    return ((const struct qlua_mark_frame *)call)->status & QLUA_MARK_BIT;
}

static inline void qlua_mark_set(void *call)
{
    ((struct qlua_mark_frame *)call)->status |= QLUA_MARK_BIT;
}

/* Whether marks work in this Lua, where layout.h was found right: runs a few functions in a thread of its own. *base is
 * where in a thread its frame below all calls lies. Raises errors when there is no memory. */
bool qlua_mark_check(lua_State *L, size_t *base);

#endif
