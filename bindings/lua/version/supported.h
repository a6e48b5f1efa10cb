/* supported.h - check that the interpreter has the version for which the module was built. */
#pragma once

#include "bindings/lua/version/api.h"

/* Raise an error that names the interpreter's version and the supported ones, if it is not this module's version. Call
 * this before any other function of Lua's API. */
void qlua_supported_check(lua_State *L);
