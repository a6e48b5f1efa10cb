/* launch.h - the start under `qii lua`, before the program's first line. */
#ifndef QP_LUA_LAUNCH_H
#define QP_LUA_LAUNCH_H

#include <stdbool.h>

#include <lua.h>

#include "qii.h"

/* Called by the code that `qii lua` puts in front of the program (tools/qii/cmd_lua.c), with
 *   1 library   name or path
 *   2 options   of the library
 *   3 variable  environment variable that carried the code, nil when it stood in the command line
 *   4 value     what it was before, nil = not set
 *   5 cover     "branch" to count branches with the lines, else nil
 *   6 include   patterns of files to tell of even if never loaded, with a ';' between two; nil: as QII_INCLUDE says
 * Starts the session with all open frames silent, and leaves environment and `arg` as they are without us. */
QP_LUA_EXPORT int qii_launch(lua_State *L);

/* `lua5.4 -lqii`: the interpreter itself asks for the module, no program runs yet. */
bool qp_launch_is_early(lua_State *L);

/* Start with what the environment says; a failure is one line on stderr, the program runs on. */
void qp_launch_start(lua_State *L, const char *library, const char *options, const char *cover, const char *include);

#endif
