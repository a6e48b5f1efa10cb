/* loading.h - loading of modules: replacement of Lua functions in C modules (imports.h) as soon as the program loads
 * them, and a listener for what it requires. */
#pragma once

#include "bindings/lua/inside/imports.h"
#include "bindings/lua/version/api.h"

/* Permanently replace the functions in all loaded modules, and in those that L's state loads from now on. `imports`
 * must stay valid. Only one thread may call this at a time. */
void qlua_loading_watch(lua_State *L, struct qlua_imports *imports);

/* Function that is called in each `require` of a recorded state, after the module is loaded: its name is at index 1,
 * its value at index `module`, where the listener may replace it. It leaves the height of the stack as it is. */
typedef void qlua_loading_listener(lua_State *L, int module);

/* Set the listener of all states. */
void qlua_loading_listen(qlua_loading_listener *listens);
