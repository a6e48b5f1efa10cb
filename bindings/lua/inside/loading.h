/* loading.h - replacement of Lua functions in C modules (imports.h) as soon as the program loads them. */
#pragma once

#include "bindings/lua/inside/imports.h"
#include "bindings/lua/version/api.h"

/* Permanently replace the functions in all loaded modules, and in those that L's state loads from now on. `imports`
 * must stay valid. Only one thread may call this at a time. */
void qlua_loading_watch(lua_State *L, struct qlua_imports *imports);
