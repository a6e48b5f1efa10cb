/* patterns.h - matching of names with lists of Lua patterns, by Lua itself in a separate state (bounded.h). */
#pragma once

#include "bindings/lua/version/api.h"

enum qlua_match {
    QLUA_MATCH_NO_PATTERN, /* the list is empty */
    QLUA_MATCH_NONE,
    QLUA_MATCH_ONE
};

/* Match a name with the list of patterns at stack index `list`. If a pattern is invalid, or if matching it may take
 * too long, print a message that begins with `where`, and remove the pattern from the list. Lua may raise a memory
 * error. */
enum qlua_match qlua_patterns_match(lua_State *L, int list, const char *name, const char *where);
