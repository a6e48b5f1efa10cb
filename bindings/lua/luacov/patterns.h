/* patterns.h - lists of Lua patterns that names are matched with, by Lua itself in a state of ours (bounded.h). */
#ifndef QLUA_PATTERNS_H
#define QLUA_PATTERNS_H

#include "bindings/lua/version/api.h"

enum qlua_match {
    QLUA_MATCH_NO_PATTERN, /* the list is empty */
    QLUA_MATCH_NONE,
    QLUA_MATCH_ONE
};

/* Whether a name has a match in the list at an index of the stack. A pattern that is none, or whose match may take too
 * long, is a line on stderr that begins with `where`, and stands in the list no more. Raises errors without memory. */
enum qlua_match qlua_patterns_match(lua_State *L, int list, const char *name, const char *where);

#endif
