/* unseen.h - what the program is told of functions that count themselves: what it would be told without us.
 *
 * string.dump gives them as they were compiled. debug.getlocal, setlocal and getinfo pass over the registers that are
 * ours. So do lua_dump, lua_getlocal and lua_setlocal for C modules that import them; a host that was linked with Lua
 * as an archive calls Lua's own functions, and sees the functions as they are. */
#ifndef QLUA_UNSEEN_H
#define QLUA_UNSEEN_H

#include "bindings/lua/count/counting.h"

/* Stand in for those functions, for good: functions that count themselves may outlive the recording. */
void qlua_unseen_begin(lua_State *L);

#endif
