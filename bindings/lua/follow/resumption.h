/* resumption.h - wrappers of coroutine.resume and coroutine.wrap that track which coroutine resumed which, while a
 * state is sampled. If C code resumes a coroutine directly, samples in that coroutine belong to the C function. */
#pragma once

#include "bindings/lua/version/api.h"

/* Maximum number of nested resumes that are tracked. Lua allows 200 (LUAI_MAXCCALLS). */
#define QLUA_RESUMPTIONS 256

void qlua_resumption_begin(lua_State *L);
void qlua_resumption_end(lua_State *L);
