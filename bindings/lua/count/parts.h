/* parts.h - parts of a compiled function that change when it is rewritten.
 *
 * Lua frees the parts of its functions, so new parts come from its allocator, but are not counted as its memory. */
#ifndef QLUA_PARTS_H
#define QLUA_PARTS_H

#include "bindings/lua/count/rewritten.h"
#include "bindings/lua/inside/allocator.h"
#include "bindings/lua/inside/body.h"

struct qlua_parts {
    struct qlua_body_value *constants;
    uint32_t *code;
    signed char *lines;
    struct qlua_body_line *absolutes;
    struct qlua_body_local *locals;
    int constant_count;
    int code_count;
    int line_count;
    int absolute_count;
    int local_count;
    unsigned char registers;
};

/* Return the current parts of a function. */
struct qlua_parts qlua_parts_of(const struct qlua_body *body);

/* Replace the parts of a function. */
void qlua_parts_install(const struct qlua_parts *parts, struct qlua_body *body);

/* Make the parts of the rewritten function, with these constants after its own. Return false if out of memory. */
bool qlua_parts_make(struct qlua_parts *parts, const struct qlua_rewritten *r, const struct qlua_body *body,
                     const struct qlua_body_value *constants, const struct qlua_allocator *allocator);

/* Free parts made by qlua_parts_make. */
void qlua_parts_free(const struct qlua_parts *parts, const struct qlua_allocator *allocator);

#endif
