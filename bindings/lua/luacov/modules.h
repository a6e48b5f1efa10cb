/* modules.h - the names of modules in luacov's setting `modules`, as patterns for the names of their files. */
#ifndef QLUA_MODULES_H
#define QLUA_MODULES_H

#include "bindings/lua/version/api.h"

/* Add the patterns of a table {["name"] = "file", ["name.*"] = "directory"} to a list, both by their indices in the
 * stack: a dot of a name is a slash, a star any name of a directory or file. Where the file is an init.lua, the
 * module may be installed so, too. Raises errors without memory. */
void qlua_modules_add(lua_State *L, int modules, int list);

#endif
