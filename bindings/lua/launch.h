/* launch.h - the start under `qii lua`. */
#ifndef QLUA_LAUNCH_H
#define QLUA_LAUNCH_H

#include "bindings/lua/open.h"

/* Called by the code that `qii lua` puts in front of the program (tools/qii/cmd_lua.c), with
 *   1 settings  as kit_settings_write writes them
 *   2 variable  environment variable that carried the code, nil when it stood in the command line
 *   3 value     what it was before, nil = not set
 * Starts the recording with all open frames silent, and leaves environment and `arg` as they are without us. */
QLUA_EXPORT int qii_launch(lua_State *L);

#endif
