/* position.h - which instruction does a frame run? Read from Lua's own structures, as layout.h does: no public function
 * tells it. Nothing here may be called before qp_position_check agreed. */
#ifndef QP_LUA_POSITION_H
#define QP_LUA_POSITION_H

#include "layout.h"

/* A frame of a Lua function, from where layout.h ends. */
struct qp_position_frame {
    struct qp_layout_frame frame;
    const uint32_t *next; /* instruction; in a hook, the one after that which is about to run */
};

/* A prototype, up to its instructions. */
struct qp_position_prototype {
    const void *next;
    unsigned char small[5]; /* tag, mark, parameters, vararg, registers */
    int sizes[9];
    const void *constants;
    const uint32_t *code;
};

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qp_position_frame, next) == 32 && offsetof(struct qp_position_prototype, code) == 64,
               "the offsets of Lua 5.4.0 to 5.4.8 where pointers have 64 bits");
#endif

/* Of a frame of a Lua function in a hook: the instruction after the one that it is about to run, the function's first,
 * and the number of the one that it is about to run. */
static inline const uint32_t *qp_position_next(const void *call)
{
    return ((const struct qp_position_frame *)call)->next;
}

static inline const uint32_t *qp_position_code(const void *call)
{
    return ((const struct qp_position_prototype *)qp_layout_key(call))->code;
}

static inline int qp_position_of(const void *call)
{
    return (int)(qp_position_next(call) - qp_position_code(call)) - 1;
}

/* In a hook: the next count event is to come after so many instructions, where it is known how to say so (place is that
 * of the check). After each other event they come one by one again. */
static inline void qp_position_skip(lua_State *L, int place, int instructions)
{
    if (place)
        *(int *)((char *)L + place) = instructions;
}

/* Whether this Lua is laid out like this, where layout.h was found right: runs a function in a thread of its own and
 * compares where each instruction is with the lines that the public interface tells. *place is where a thread counts
 * the instructions that are left, found by what is there and tried, 0 = not known. Raises errors when there is no
 * memory. */
bool qp_position_check(lua_State *L, int *place);

#endif
