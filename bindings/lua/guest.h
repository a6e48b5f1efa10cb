/* guest.h - states that luv (libuv for Lua) makes for its threads and for its pool of threads. They join the run that
 * another state began, as guests: the run does not wait for their end. */
#ifndef QLUA_GUEST_H
#define QLUA_GUEST_H

#include "bindings/lua/version/api.h"

/* L's state is recorded: watch for luv in the process, and in what L's state loads from now on. */
void qlua_guest_watch(lua_State *L);

#endif
