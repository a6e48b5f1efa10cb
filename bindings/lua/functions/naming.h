/* naming.h - what Lua functions are called in reports: as the source text names them, else as their caller does, else
 * by where they are. */
#ifndef QLUA_NAMING_H
#define QLUA_NAMING_H

#include "bindings/lua/functions/function.h"
#include "bindings/lua/text/written_names.h"
#include "bindings/lua/version/api.h"

/* Functions of one chunk, in the order of the source; some may be NULL. */
struct qlua_family {
    struct qlua_function **functions;
    int count;
    bool whole; /* the first is the main chunk, all others are inside it; else they are a part of the chunk */
};

/* Name those that have no name yet. written: by the text of the source, NULL = not known: then frame ar, which runs the
 * first function, tells how it was called. */
void qlua_naming_apply(const struct qlua_family *family, const struct qlua_written_names *written, lua_State *L,
                       lua_Debug *ar);

#endif
