/* counted.h - a compiled function that counts its lines itself. */
#ifndef QLUA_COUNTED_H
#define QLUA_COUNTED_H

#include "bindings/lua/count/parts.h"
#include "bindings/lua/count/sites.h"

struct qlua_counted {
    struct qlua_body *body;
    struct qlua_function *function;
    struct qlua_parts before;
    struct qlua_parts now;
    struct qlua_body_value *base;   /* its counters */
    struct qlua_body_table *tables; /* of them, where it counts */
    struct qlua_sites sites;        /* where it tells that a line ran; none where it counts */
    int *place;                     /* by instruction: where it is now */
    int first_hidden;               /* register */
    int hidden;                     /* how many */
    int outer_first;                /* the same of the function around it */
    int outer_hidden;
};

/* How functions are rewritten. */
struct qlua_counted_how {
    uintptr_t owner;       /* of counters */
    lua_CFunction reached; /* called at sites; NULL = lines are counted, not only found to have run */
    struct qlua_allocator *allocator;
};

/* Rewrite the function whose prototype p is, in the body that Lua has of it. The body stays as it is. Where sites
 * cannot tell of it, it counts. Returns NULL where it cannot be rewritten, or without memory. */
struct qlua_counted *qlua_counted_new(struct qlua_body *body, const struct qlua_prototype *p,
                                      struct qlua_function *function, const struct qlua_counted_how *how);

/* The call at an instruction says that its site was reached. Returns where the function goes on, NULL = there is none.
 */
const uint32_t *qlua_counted_reach(struct qlua_counted *counted, int pc);

/* Registers of the function around it from one on moved: its upvalues are to be found there. */
void qlua_counted_move_upvalues(struct qlua_body *inside, int first, int by);

/* Forget it, and free what is its own; the parts that it had before are Lua's. */
void qlua_counted_free(struct qlua_counted *counted, const struct qlua_allocator *allocator);

#endif
