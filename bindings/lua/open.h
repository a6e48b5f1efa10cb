/* open.h - the Lua module `qii`. */
#ifndef QLUA_OPEN_H
#define QLUA_OPEN_H

#include <lauxlib.h>
#include <lua.h>

#include "bindings/kit/settings.h"

/* All else is hidden. */
#define QLUA_EXPORT __attribute__((visibility("default")))

QLUA_EXPORT int luaopen_qii(lua_State *L);

/* Record what runs from now on, with all open frames silent, before the program's first line. A failure is one line on
 * stderr, and the program runs on. */
void qlua_open_recorded(lua_State *L, const struct kit_settings *settings);

#endif
