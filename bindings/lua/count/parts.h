/* parts.h - parts of a compiled function that change when it is rewritten.
 *
 * Lua frees the parts of its functions, so new parts come from its allocator, but are not counted as its memory. */
#pragma once

#include "bindings/lua/count/rewritten.h"
#include "bindings/lua/inside/allocator.h"
#include "bindings/lua/inside/body.h"

/* Replace the parts of a function by those of a copy of it. */
void qlua_parts_install(const struct qlua_body *copy, struct qlua_body *body);

/* Make a copy of a function with the parts of its rewritten form, and append `constants` to its own constants.
 * Return false if out of memory. */
bool qlua_parts_make(struct qlua_body *copy, const struct qlua_rewritten *r, const struct qlua_body *body,
                     const struct qlua_body_value *constants, const struct qlua_allocator *allocator);

/* Free parts made by qlua_parts_make. */
void qlua_parts_free(const struct qlua_body *copy, const struct qlua_allocator *allocator);
