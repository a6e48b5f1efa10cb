/* layout.h - which function does a frame run? Read from Lua 5.4's own structures, in a few loads.
 *
 * The public interface answers in 15 to 60 ns, this in 1. The structures are the same in Lua 5.4.0 to 5.4.8 (only
 * what is used stands here); qlua_layout_check compares what is read with what the public interface says, and nothing
 * here may be called before it agreed. A key lasts as long as what it is the address of: allocator.h tells when
 * a prototype is freed. */
#ifndef QLUA_LAYOUT_H
#define QLUA_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bindings/lua/version/api.h"

struct qlua_allocator;

/* A frame; lua_Debug has its address. */
struct qlua_layout_frame {
    const struct qlua_layout_value *function;
    const void *top;
    const struct qlua_layout_frame *caller;
    const struct qlua_layout_frame *callee;
};

/* A value in a stack: of a function, its closure or the C function itself. */
struct qlua_layout_value {
    const void *content;
    unsigned char tag;
};

enum { QLUA_LAYOUT_LIGHT_C = 0x16, QLUA_LAYOUT_LUA_CLOSURE = 0x46, QLUA_LAYOUT_C_CLOSURE = 0x66 };

/* A closure, as far as those of Lua and C functions are the same. */
struct qlua_layout_closure {
    const void *next;
    unsigned char tag;
    unsigned char marked;
    unsigned char upvalues;
    const void *gray;
    const void *code; /* the prototype, or the C function */
};

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qlua_layout_frame, caller) == 16 && offsetof(struct qlua_layout_value, tag) == 8 &&
                   offsetof(struct qlua_layout_closure, code) == 24,
               "the offsets of Lua 5.4.0 to 5.4.8 where pointers have 64 bits");
#endif

/* The address of the prototype or the C function that the frame runs: the same for all closures of one prototype. */
static inline uintptr_t qlua_layout_key(const void *call)
{
    const struct qlua_layout_value *function = ((const struct qlua_layout_frame *)call)->function;
    if (function->tag == QLUA_LAYOUT_LIGHT_C)
        return (uintptr_t)function->content;
    return (uintptr_t)((const struct qlua_layout_closure *)function->content)->code;
}

/* The frame that called this one. */
static inline const void *qlua_layout_caller(const void *call)
{
    return ((const struct qlua_layout_frame *)call)->caller;
}

/* Whether this Lua is laid out like this. Runs a few functions in a thread of its own, and reads so that a wrong
 * address is an answer and no fault. allocator, which is in place, learns the sizes of a prototype and a thread. Raises
 * errors when there is no memory. */
bool qlua_layout_check(lua_State *L, struct qlua_allocator *allocator);

#endif
