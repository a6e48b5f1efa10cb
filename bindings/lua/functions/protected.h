/* protected.h - calling Lua where an error must not reach the program. */
#ifndef QLUA_PROTECTED_H
#define QLUA_PROTECTED_H

#include <stdbool.h>

#include "bindings/lua/version/api.h"

/* Call function with argument as light userdata, in protected mode and with the library's lock. What it raises is gone.
 * Returns whether it came to its end. */
bool qlua_protected_call(lua_State *L, lua_CFunction function, void *argument);

#endif
