/* command_line.h - access to the interpreter's command line in the table `arg`: the script is at 0, the interpreter and
 * its options before it. Without a script, the interpreter's name is at 0. `arg` is the table's index on the stack. */
#ifndef QLUA_COMMAND_LINE_H
#define QLUA_COMMAND_LINE_H

#include <stdbool.h>

#include "bindings/lua/version/api.h"

/* Return the index of the interpreter's name, the first word. */
lua_Integer qlua_command_line_first(lua_State *L, int arg);

/* Return whether the interpreter can load its first chunk (LUA_INIT, an option -e, or the script), as far as that can
 * be determined in advance. If it cannot, nothing ever runs. */
bool qlua_command_line_begins(lua_State *L, int arg);

#endif
