/* bounded.h - a Lua state of ours in which the file of anybody may run: its memory and its steps are bounded, and of
 * Lua's libraries it reaches what ends by itself and stays inside. No program's state is touched. */
#ifndef QLUA_BOUNDED_H
#define QLUA_BOUNDED_H

#include "bindings/lua/version/api.h"

/* A state with all libraries, of which files reach a part; NULL without memory, or in a program without libraries. */
lua_State *qlua_bounded_new(void);

void qlua_bounded_close(lua_State *L);

/* Run a regular file of Lua source, and push its global variables in a table, and its result. Raises errors: within
 * a protected call. */
void qlua_bounded_run(lua_State *L, const char *file);

/* Push a function of a library, as Lua has it: "string", "find". */
void qlua_bounded_push(lua_State *L, const char *library, const char *name);

#endif
