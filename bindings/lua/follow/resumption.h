/* resumption.h - wrappers of coroutine.resume, wrap and create. While a state is sampled, they track which coroutine
 * resumed which. If functions count themselves, they set the named context of each coroutine (context.h). If C code
 * resumes a coroutine directly, samples in that coroutine belong to the C function, and counts to its context. */
#pragma once

#include "bindings/lua/version/api.h"

/* Maximum number of nested resumes that are tracked. Lua allows 200 (LUAI_MAXCCALLS). */
#define QLUA_RESUMPTIONS 256

void qlua_resumption_begin(lua_State *L);
void qlua_resumption_end(lua_State *L);
