/* loads.h - contexts in which modules are loaded.
 *
 * Code that runs while `require` loads a file, such as its main chunk and functions that it calls, belongs to the
 * context "load of FILE", and so to each context that runs code of the file. A context that requires a module that is
 * loaded already depends on its load, too. */
#pragma once

#include <stdbool.h>

#include "bindings/lua/version/api.h"

/* Watch which files L's state loads by `require` from now on. */
void qlua_loads_watch(lua_State *L);

/* Note that the current context uses a module. Return true if the state watches loads, and the module is not new. */
bool qlua_loads_uses(lua_State *L, const char *name);
