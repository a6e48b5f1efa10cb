/* modules.h - conversion of module names in luacov's setting `modules` to patterns for the names of their files. */
#ifndef QLUA_MODULES_H
#define QLUA_MODULES_H

#include "bindings/lua/version/api.h"

/* Add the patterns of a table {["name"] = "file", ["name.*"] = "directory"} to a list, both by their indices in the
 * stack: a dot in a name stands for a slash, a star for any name of a directory or file. If the file is an init.lua,
 * the module may also be installed that way. Lua may raise a memory error. */
void qlua_modules_add(lua_State *L, int modules, int list);

#endif
