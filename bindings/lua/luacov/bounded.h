/* bounded.h - separate Lua state for untrusted files, with limits of memory and steps. Files can use only those
 * functions of Lua's libraries that terminate and have no effect outside the state. */
#pragma once

#include "bindings/lua/version/api.h"

/* Return a state in which files can use some functions of Lua's libraries. Return NULL if out of memory, or if the
 * program does not contain Lua's libraries. */
lua_State *qlua_bounded_new(void);

void qlua_bounded_close(lua_State *L);

/* Run a regular file of Lua source. Push a table of its global variables, then its result. This function may raise
 * errors: use a protected call. */
void qlua_bounded_run(lua_State *L, const char *file);

/* Push the original function of a library, for example "string", "find". */
void qlua_bounded_push(lua_State *L, const char *library, const char *name);
