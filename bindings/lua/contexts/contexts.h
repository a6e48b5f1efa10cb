/* contexts.h - named contexts (qprof_context) of a Lua program.
 *
 * Each test of busted and LuaUnit is a context, within those of its describe blocks or class and of its file. They are
 * found when the program requires their modules. A program sets other contexts by qii.context. */
#pragma once

#include "bindings/kit/settings.h"
#include "bindings/lua/version/api.h"

/* Watch what L's state requires from now on, unless the settings exclude contexts of tests. Lua may raise a memory
 * error. */
void qlua_contexts_begin(lua_State *L, const struct kit_settings *settings);

/* The function qii.context: set the context to a name, end it (nil), or return to the one that it returned (a number).
 * It returns the number of the context before, false if nothing is recorded. */
int qlua_contexts_set(lua_State *L);
