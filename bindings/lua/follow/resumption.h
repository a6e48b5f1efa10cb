/* resumption.h - who resumed whom, while a state is sampled: functions of ours in the place of coroutine.resume and
 * coroutine.wrap, which note it and do what those do. What C resumes by itself counts as the C function that did. */
#ifndef QLUA_RESUMPTION_H
#define QLUA_RESUMPTION_H

#include "bindings/lua/version/api.h"

/* Lua nests no more than 200 resumes (LUAI_MAXCCALLS). */
#define QLUA_RESUMPTIONS 256

void qlua_resumption_begin(lua_State *L);
void qlua_resumption_end(lua_State *L);

#endif
