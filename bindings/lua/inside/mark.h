/* mark.h - marks on frames, which detect whether a frame is still the one that was marked.
 *
 * Lua writes the status of a frame when a call begins, and never uses the highest of its 16 bits. So a mark in that bit
 * lasts until the frame's call has returned and another call at that depth begins. A tail call keeps it. Use nothing
 * here unless qlua_layout.base is known. */
#ifndef QLUA_MARK_H
#define QLUA_MARK_H

#include "bindings/lua/inside/layout.h"

enum { QLUA_MARK_BIT = 1 << 15 };

static inline bool qlua_mark_is_set(const void *call)
{
    return ((const struct qlua_layout_frame *)call)->status & QLUA_MARK_BIT;
}

static inline void qlua_mark_set(void *call)
{
    ((struct qlua_layout_frame *)call)->status |= QLUA_MARK_BIT;
}

#endif
