/* resumption.h - wrappers of coroutine.resume and coroutine.wrap that track which coroutine resumed which, while a
 * state is sampled. Code that C resumes directly counts as the C function. */
#pragma once

#include "bindings/lua/version/api.h"

/* Limit of nested resumes; Lua's is 200 (LUAI_MAXCCALLS). */
#define QLUA_RESUMPTIONS 256

void qlua_resumption_begin(lua_State *L);
void qlua_resumption_end(lua_State *L);
