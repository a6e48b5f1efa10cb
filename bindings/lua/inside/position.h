/* position.h - access to the current instruction of a frame, which no public function returns, through Lua's own
 * structures. Use nothing here unless qlua_checked.positions is set. */
#pragma once

#include "bindings/lua/inside/body.h"

/* Call the following functions only in a hook, for the frame of a Lua function. */

/* Return the instruction after the one that is about to run. */
static inline const uint32_t *qlua_position_next(const void *call)
{
    return ((const struct qlua_layout_frame *)call)->next;
}

/* Return the first instruction of the function. */
static inline const uint32_t *qlua_position_code(const void *call)
{
    return ((const struct qlua_body *)qlua_layout_key(call))->code;
}

/* Return the number of the instruction that is about to run. */
static inline int qlua_position_of(const void *call)
{
    return (int)(qlua_position_next(call) - qlua_position_code(call)) - 1;
}

/* In a hook, delay the next count event by this number of instructions. `place` is qlua_checked.count_place; if it
 * is 0, do nothing, so each instruction causes an event. At each event of another kind, the hook must pass 1. */
static inline void qlua_position_skip(lua_State *L, int place, int instructions)
{
    if (place)
        *(int *)((char *)L + place) = instructions;
}
