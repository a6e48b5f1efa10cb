/* naming.h - names of Lua functions in reports, from the source text, the caller or the position. */
#pragma once

#include "bindings/lua/functions/function.h"
#include "bindings/lua/text/written_names.h"
#include "bindings/lua/version/api.h"

/* Functions of one chunk, in the order of the source; some may be NULL. */
struct qlua_family {
    struct qlua_function **functions;
    int count;
    bool whole; /* true: the first function is the main chunk and contains all others; false: the functions are only
                 * a part of a chunk */
};

/* Name the functions that have no name yet. `written` are the names from the source text. If `written` is NULL, name
 * the first function by the name with which its frame ar was called. */
void qlua_naming_apply(const struct qlua_family *family, const struct qlua_written_names *written, lua_State *L,
                       lua_Debug *ar);
