/* unseen.h - wrappers of Lua functions that hide from the program how functions are rewritten.
 *
 * string.dump returns the original code. debug.getlocal, debug.setlocal and debug.getinfo skip our registers. C modules
 * that import lua_dump, lua_getlocal and lua_setlocal get wrappers of these as well. A host that is linked statically
 * with Lua calls Lua's own functions, and sees the rewritten code. */
#pragma once

#include "bindings/lua/count/counting.h"

/* Install the wrappers permanently: rewritten functions may outlive the recording. */
void qlua_unseen_begin(lua_State *L);
