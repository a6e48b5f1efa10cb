/* supported.h - is the interpreter of the version that the module was built for? */
#ifndef QLUA_SUPPORTED_H
#define QLUA_SUPPORTED_H

#include "bindings/lua/version/api.h"

/* Raise an error that names the interpreter's version and those that are supported, unless it is this module's. To be
 * called before anything else of Lua's API. */
void qlua_supported_check(lua_State *L);

#endif
