/* command_line.h - the interpreter's command line, as the table `arg` has it: the script at 0, what belongs to the
 * interpreter before it. Without a script the interpreter's name is at 0. `arg` is the table's place on the stack. */
#ifndef QLUA_COMMAND_LINE_H
#define QLUA_COMMAND_LINE_H

#include <stdbool.h>

#include "bindings/lua/version/api.h"

/* The place of the interpreter's name, the first word. */
lua_Integer qlua_command_line_first(lua_State *L, int arg);

/* Whether the first chunk that the interpreter is to run can be loaded, as far as that can be told before: of LUA_INIT,
 * an option -e or the script. If not, nothing ever runs. */
bool qlua_command_line_begins(lua_State *L, int arg);

#endif
