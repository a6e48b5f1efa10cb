/* open.h - entry points of the Lua module `qii`, which Lua finds by name. */
#pragma once

#include "bindings/kit/settings.h"
#include "bindings/lua/version/api.h"

/* All other symbols are hidden. */
#define QLUA_EXPORT __attribute__((visibility("default")))

QLUA_EXPORT int luaopen_qii(lua_State *L);

/* Called by code that `qii lua` runs before the program (tools/qii/commands/cmd_lua.c), with
 *   1 settings   text from kit_settings_write
 *   2 variables  {NAME = "value", or false if it was not set}: original values of environment variables
 *   3 ignoring   {1, 2}: positions of -E in the command line, ascending, where 0 is the interpreter's name
 * Starts the recording with all open frames silent, and restores the environment and `arg`. */
QLUA_EXPORT int qii_launch(lua_State *L);

/* Start to record before the program's first line, with all open frames silent. After a failure, print a message; the
 * program continues. */
void qlua_open_recorded(lua_State *L, const struct kit_settings *settings);
