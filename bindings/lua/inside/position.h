/* position.h - access to the current instruction of a frame through Lua's own structures, like layout.h: no public
 * function returns it. Use nothing here unless qlua_position_check returned true. */
#ifndef QLUA_POSITION_H
#define QLUA_POSITION_H

#include "bindings/lua/inside/layout.h"

/* Frame of a Lua function, with one more field than in layout.h. */
struct qlua_position_frame {
    struct qlua_layout_frame frame;
    const uint32_t *next; /* in a hook: the instruction after the one about to run */
};

/* Prototype, up to its instructions. */
struct qlua_position_prototype {
    const void *next;
    unsigned char small[5]; /* tag, mark, parameters, vararg, registers */
    int sizes[9];
    const void *constants;
    const uint32_t *code;
};

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qlua_position_frame, next) == 32 && offsetof(struct qlua_position_prototype, code) == 64,
               "offsets of Lua 5.4.0 to 5.4.8 with 64-bit pointers");
#endif

/* These are for the frame of a Lua function, in a hook. */

/* Return the instruction after the one that is about to run. */
static inline const uint32_t *qlua_position_next(const void *call)
{
    return ((const struct qlua_position_frame *)call)->next;
}

/* Return the first instruction of the function. */
static inline const uint32_t *qlua_position_code(const void *call)
{
    return ((const struct qlua_position_prototype *)qlua_layout_key(call))->code;
}

/* Return the number of the instruction that is about to run. */
static inline int qlua_position_of(const void *call)
{
    return (int)(qlua_position_next(call) - qlua_position_code(call)) - 1;
}

/* Delay the next count event, in a hook, by so many instructions. place: as found by the check; 0: do nothing, so that
 * each instruction causes an event. At every other event the hook must set 1. */
static inline void qlua_position_skip(lua_State *L, int place, int instructions)
{
    if (place)
        *(int *)((char *)L + place) = instructions;
}

/* Return whether this Lua has this layout. The check of layout.h must have succeeded. This check runs a function in a
 * separate thread, and compares the position of each instruction with lines from the public interface. *place: offset
 * in a thread of its counter of remaining instructions, found by search and tested, 0 = unknown. Lua may raise a memory
 * error. */
bool qlua_position_check(lua_State *L, int *place);

#endif
