/* early.h - the start of a recording before the program's first line. */
#ifndef QLUA_EARLY_H
#define QLUA_EARLY_H

#include <stdbool.h>

#include <lua.h>

#include "bindings/kit/settings.h"

/* `lua5.4 -lqii`: the interpreter itself asks for the module, no program runs yet. */
bool qlua_early_is(lua_State *L);

/* Start, with all open frames silent; a failure is one line on stderr, and the program runs on. */
void qlua_early_start(lua_State *L, const struct kit_settings *settings);

#endif
