/* counted.h - a compiled function that counts its lines itself. */
#ifndef QLUA_COUNTED_H
#define QLUA_COUNTED_H

#include "bindings/lua/count/parts.h"

struct qlua_counted {
    struct qlua_body *body;
    struct qlua_function *function;
    struct qlua_parts before;
    struct qlua_parts now;
    struct qlua_body_table *tables; /* of counters */
    int *place;                     /* by instruction: where it is now */
    int first_hidden;               /* register */
    int hidden;                     /* how many */
    int outer_first;                /* the same of the function around it */
    int outer_hidden;
};

/* Rewrite the function whose prototype p is, in the body that Lua has of it; counters belong to `owner`. The body stays
 * as it is. Returns NULL where it cannot be rewritten, or without memory. */
struct qlua_counted *qlua_counted_new(struct qlua_body *body, const struct qlua_prototype *p,
                                      struct qlua_function *function, uintptr_t owner,
                                      const struct qlua_allocator *allocator);

/* Registers of the function around it from one on moved: its upvalues are to be found there. */
void qlua_counted_move_upvalues(struct qlua_body *inside, int first, int by);

/* Forget it, and free what is its own; the parts that it had before are Lua's. */
void qlua_counted_free(struct qlua_counted *counted, const struct qlua_allocator *allocator);

/* The number of a local variable as the program knows it, in the function as it is now. */
static inline int qlua_counted_local(const struct qlua_counted *counted, int number)
{
    return number > counted->first_hidden ? number + counted->hidden : number;
}

#endif
