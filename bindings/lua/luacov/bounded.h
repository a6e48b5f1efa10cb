/* bounded.h - separate Lua state for untrusted files, with limits of memory and steps. Of Lua's libraries, files can
 * only use functions that terminate and have no effect outside. */
#pragma once

#include "bindings/lua/version/api.h"

/* Return a state with all libraries, of which files can use only a part. Return NULL if out of memory, or in a
 * program without Lua's libraries. */
lua_State *qlua_bounded_new(void);

void qlua_bounded_close(lua_State *L);

/* Run a regular file of Lua source. Push a table of its global variables, and its result. May raise errors: use a
 * protected call. */
void qlua_bounded_run(lua_State *L, const char *file);

/* Push the original function of a library: "string", "find". */
void qlua_bounded_push(lua_State *L, const char *library, const char *name);
