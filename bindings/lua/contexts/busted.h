/* busted.h - contexts for the tests of busted 2. */
#pragma once

#include "bindings/lua/version/api.h"

/* The program has required "busted.core", whose value, at an index of the stack, makes an instance of busted: replace
 * the value, so that the tests of instances are contexts. */
void qlua_busted_watch(lua_State *L, int module);
