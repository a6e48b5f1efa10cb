/* layout.h - access to the function of a frame through Lua 5.4's own structures, in a few loads.
 *
 * The public interface takes 15 to 60 ns to find the function of a frame; the functions here take 1 ns. Lua 5.4.0 to
 * 5.4.8 have the same structures; only the fields that we use are declared. Use nothing here unless qlua_check
 * (check.h) has returned true. The key of a function is the address of its prototype or C function. A key is valid as
 * long as its object exists: allocator.h reports when a prototype is freed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bindings/lua/version/api.h"

/* Frame; lua_Debug contains its address. */
struct qlua_layout_frame {
    const struct qlua_layout_value *function;
    const void *top;
    const struct qlua_layout_frame *caller;
    const struct qlua_layout_frame *callee;
    const uint32_t *next; /* in a hook, for a Lua function: the instruction after the one that is about to run */
    const void *content[2];
    int transfer;
    short results;
    unsigned short status; /* QLUA_LAYOUT_IS_C and so on */
};

/* Lua never uses the highest bit of the status, and writes the status when a call begins. So a mark in that bit
 * lasts until the frame's call has returned and another call at that depth begins. A tail call keeps the mark. */
enum { QLUA_LAYOUT_IS_C = 1 << 1, QLUA_LAYOUT_MARK = 1 << 15 };

/* Value on a Lua stack. For a function, it refers to the closure or the C function. */
struct qlua_layout_value {
    const void *content;
    unsigned char tag;
};

enum { QLUA_LAYOUT_LIGHT_C = 0x16, QLUA_LAYOUT_LUA_CLOSURE = 0x46, QLUA_LAYOUT_C_CLOSURE = 0x66 };

/* Common part of closures of Lua and C functions. */
struct qlua_layout_closure {
    const void *next;
    unsigned char tag;
    unsigned char marked;
    unsigned char upvalues;
    const void *gray;
    const void *code; /* prototype or C function */
};

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qlua_layout_frame, next) == 32 && offsetof(struct qlua_layout_frame, status) == 62 &&
                   offsetof(struct qlua_layout_value, tag) == 8 && offsetof(struct qlua_layout_closure, code) == 24,
               "offsets of Lua 5.4.0 to 5.4.8 with 64-bit pointers");
#endif

/* Return the address of the prototype or C function that the frame runs: the same for all closures of a prototype. */
static inline uintptr_t qlua_layout_key(const void *call)
{
    const struct qlua_layout_value *function = ((const struct qlua_layout_frame *)call)->function;
    if (function->tag == QLUA_LAYOUT_LIGHT_C)
        return (uintptr_t)function->content;
    return (uintptr_t)((const struct qlua_layout_closure *)function->content)->code;
}

/* Return the frame that called this one. */
static inline const void *qlua_layout_caller(const void *call)
{
    return ((const struct qlua_layout_frame *)call)->caller;
}

/* Return whether the frame is still the one that was marked. Requires qlua_checked.base. */
static inline bool qlua_layout_is_marked(const void *call)
{
    return ((const struct qlua_layout_frame *)call)->status & QLUA_LAYOUT_MARK;
}

static inline void qlua_layout_mark(void *call)
{
    ((struct qlua_layout_frame *)call)->status |= QLUA_LAYOUT_MARK;
}

/* Return the base frame, below all calls, which is a part of the thread's own structure. */
static inline const void *qlua_layout_base(const void *call)
{
    while (qlua_layout_caller(call))
        call = qlua_layout_caller(call);
    return call;
}
