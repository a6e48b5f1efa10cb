/* cfunction.h - functions written in C, identified by address and named after the tables that contain them. */
#pragma once

#include "bindings/lua/functions/function.h"
#include "bindings/lua/version/api.h"

/* Give names to all C functions now, before the program changes the tables that contain them. Call this before a
 * hook is set. */
void qlua_cfunction_name_all(lua_State *L);

/* Return the registered function for the C function on top of the stack, which frame ar runs on virtual thread
 * `caller`. Return NULL if out of memory. The caller holds the library's lock. */
struct qlua_function *qlua_cfunction_get(lua_State *L, lua_Debug *ar, VthreadID caller);
