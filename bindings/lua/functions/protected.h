/* protected.h - calls of Lua whose errors must not reach the program. */
#pragma once

#include <stdbool.h>

#include "bindings/lua/version/api.h"

/* Call the function with `argument` as light userdata, in protected mode and with the library's lock held. Return
 * whether it raised no error. Its error message is discarded. */
bool qlua_protected_call(lua_State *L, lua_CFunction function, void *argument);
