/* unseen.h - wrappers of Lua functions that hide from the program how functions are rewritten.
 *
 * string.dump returns the original code. debug.getlocal, setlocal and getinfo skip our registers. So do lua_dump,
 * lua_getlocal and lua_setlocal for C modules that import them. A host that is linked statically with Lua calls Lua's
 * own functions, and sees the rewritten code. */
#pragma once

#include "bindings/lua/count/counting.h"

/* Install the wrappers permanently: rewritten functions may outlive the recording. */
void qlua_unseen_begin(lua_State *L);
