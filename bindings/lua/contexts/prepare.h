/* prepare.h - what a Lua state needs before its first context. */
#pragma once

#include "bindings/lua/version/api.h"

/* Follow coroutines and loads of modules from now on. Lua may raise a memory error. */
void qlua_contexts_prepare(lua_State *L);
