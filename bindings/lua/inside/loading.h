/* loading.h - C modules that a program loads: functions of Lua are replaced in them (imports.h) as soon as they are
 * there. */
#ifndef QLUA_LOADING_H
#define QLUA_LOADING_H

#include "bindings/lua/inside/imports.h"
#include "bindings/lua/version/api.h"

/* Replace the functions in all modules that are loaded, and in those that L's state loads from now on, for good. The
 * imports are kept. For one thread at a time. */
void qlua_loading_watch(lua_State *L, struct qlua_imports *imports);

#endif
