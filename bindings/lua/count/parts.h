/* parts.h - parts of a compiled function that change when it is rewritten.
 *
 * Lua frees the parts of its functions. So new parts are allocated with Lua's allocator, but Lua's memory count does
 * not include them. */
#pragma once

#include "bindings/lua/count/rewritten.h"
#include "bindings/lua/inside/allocator.h"
#include "bindings/lua/inside/body.h"

/* Replace the parts of function `body` by those of `copy`. */
void qlua_parts_install(const struct qlua_body *copy, struct qlua_body *body);

/* Make a copy of function `body`. The parts of the copy are those of the function's rewritten form `r`. The copy has
 * the function's own constants, followed by `constants`. Return false if out of memory. */
bool qlua_parts_make(struct qlua_body *copy, const struct qlua_rewritten *r, const struct qlua_body *body,
                     const struct qlua_body_value *constants, const struct qlua_allocator *allocator);

/* Free parts made by qlua_parts_make. */
void qlua_parts_free(const struct qlua_body *copy, const struct qlua_allocator *allocator);
