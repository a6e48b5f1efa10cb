/* open.h - the Lua module `qii`, and what Lua calls in it by name. */
#ifndef QLUA_OPEN_H
#define QLUA_OPEN_H

#include "bindings/kit/settings.h"
#include "bindings/lua/version/api.h"

/* All else is hidden. */
#define QLUA_EXPORT __attribute__((visibility("default")))

QLUA_EXPORT int luaopen_qii(lua_State *L);

/* Called by the code that `qii lua` puts in front of the program (tools/qii/commands/cmd_lua.c), with
 *   1 settings   as kit_settings_write writes them
 *   2 variables  {NAME = "value", or false where it was not set}: of the environment, as they were without us
 *   3 ignoring   {1, 2}: words of the command line that were -E, ascending, 0 is the interpreter's name
 * Starts the recording with all open frames silent, and leaves the environment and `arg` as they are without us. */
QLUA_EXPORT int qii_launch(lua_State *L);

/* Record what runs from now on, with all open frames silent, before the program's first line. A failure is one line on
 * stderr, and the program runs on. */
void qlua_open_recorded(lua_State *L, const struct kit_settings *settings);

#endif
