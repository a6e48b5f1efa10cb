/* counted.h - one compiled function that is rewritten to count its lines itself. */
#pragma once

#include "bindings/lua/count/parts.h"
#include "bindings/lua/count/sites.h"

struct qlua_counted {
    struct qlua_body *body;
    struct qlua_function *function;
    struct qlua_body before;        /* copy of the original function */
    struct qlua_body now;           /* copy of the function with the rewritten parts */
    struct qlua_body_value *base;   /* counters of the function */
    struct qlua_body_table *tables; /* Lua tables whose elements are the counters, if the function counts */
    struct qlua_sites sites;        /* instructions that report lines; none if the function counts */
    int *place;                     /* for each original instruction: its new position */
    int first_hidden;               /* first of the registers that we added, which are hidden from the program */
    int hidden;                     /* number of hidden registers */
    int outer_first;                /* first hidden register of the enclosing function */
    int outer_hidden;               /* number of hidden registers of the enclosing function */
};

/* Parameters of rewriting. */
struct qlua_counted_how {
    uintptr_t owner;       /* number that identifies the Lua state, the owner of the counters */
    lua_CFunction reached; /* C function that sites (sites.h) call; NULL = count how often lines run */
    struct qlua_allocator *allocator;
};

/* Make the rewritten form of a function. p is its prototype as read from a dump. `body` is its prototype in Lua's
 * memory, which this function does not change. If sites are wanted but impossible in this function, the rewritten form
 * counts how often lines run instead. Return NULL if the function cannot be rewritten, or if out of memory. */
struct qlua_counted *qlua_counted_new(struct qlua_body *body, const struct qlua_prototype *p,
                                      struct qlua_function *function, const struct qlua_counted_how *how);

/* Adjust the upvalues of the nested function `inside` after the enclosing function's registers from `first` on have
 * moved by `by`. */
void qlua_counted_move_upvalues(struct qlua_body *inside, int first, int by);

/* Free the struct and the rewritten parts. The original parts belong to Lua. */
void qlua_counted_free(struct qlua_counted *counted, const struct qlua_allocator *allocator);
