/* command_line.h - command line of the interpreter, in the table `arg`. */
#pragma once

#include <stdbool.h>

#include "bindings/lua/version/api.h"

/* Return the index of the interpreter's name, the first word, in the table `arg` at a stack index. */
lua_Integer qlua_command_line_first(lua_State *L, int arg);

/* Return false if it is certain that the interpreter cannot load its first chunk: LUA_INIT, the code of an option
 * -e, or the script. If `from_module` is true, check the first chunk after the option -lqii instead. If the chunk
 * cannot be loaded, the interpreter prints an error and exits, no code runs, and no data file must be made. This
 * function loads the chunk in a separate state, so that the program is not affected. If out of memory, return true. */
bool qlua_command_line_loads(lua_State *L, bool from_module);
