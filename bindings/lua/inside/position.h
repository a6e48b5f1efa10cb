/* position.h - which instruction does a frame run? Read from Lua's own structures, as layout.h does: no public function
 * tells it. Nothing here may be called before qlua_position_check agreed. */
#ifndef QLUA_POSITION_H
#define QLUA_POSITION_H

#include "bindings/lua/inside/layout.h"

/* A frame of a Lua function, from where layout.h ends. */
struct qlua_position_frame {
    struct qlua_layout_frame frame;
    const uint32_t *next; /* instruction; in a hook, the one after that which is about to run */
};

/* A prototype, up to its instructions. */
struct qlua_position_prototype {
    const void *next;
    unsigned char small[5]; /* tag, mark, parameters, vararg, registers */
    int sizes[9];
    const void *constants;
    const uint32_t *code;
};

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qlua_position_frame, next) == 32 && offsetof(struct qlua_position_prototype, code) == 64,
               "the offsets of Lua 5.4.0 to 5.4.8 where pointers have 64 bits");
#endif

/* Of the frame of a Lua function, in a hook: the instruction after the one that is about to run; the function's first
 * instruction; the number of the one that is about to run. */
static inline const uint32_t *qlua_position_next(const void *call)
{
    return ((const struct qlua_position_frame *)call)->next;
}

static inline const uint32_t *qlua_position_code(const void *call)
{
    return ((const struct qlua_position_prototype *)qlua_layout_key(call))->code;
}

static inline int qlua_position_of(const void *call)
{
    return (int)(qlua_position_next(call) - qlua_position_code(call)) - 1;
}

/* In a hook: let the next count event come after so many instructions. place is what the check found; 0 does nothing,
 * and events come one by one. The hook says 1 at every event that is no count. */
static inline void qlua_position_skip(lua_State *L, int place, int instructions)
{
    if (place)
        *(int *)((char *)L + place) = instructions;
}

/* Whether this Lua is laid out like this, where layout.h was found right: runs a function in a thread of its own and
 * compares where each instruction is with the lines that the public interface tells. *place is where a thread counts
 * the instructions that are left, found by what is there and tried, 0 = not known. Raises errors when there is no
 * memory. */
bool qlua_position_check(lua_State *L, int *place);

#endif
