/* guest.h - recording of states that luv (libuv for Lua) creates for its threads and its thread pool. They join the run
 * that another state began, as guests: the run does not wait for their end. */
#pragma once

#include "bindings/lua/version/api.h"

/* Replace the functions of luv, in the process and in modules that the recorded state of L loads from now on. */
void qlua_guest_watch(lua_State *L);
