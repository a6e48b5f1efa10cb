/* arguments.h - arguments and results of C functions that have a role (functions/function.h), such as
 * coroutine.create. */
#pragma once

#include "bindings/lua/follow/recording.h"

/* Handle the call of a C function with this role, during an event of L. */
void qlua_arguments_examine(struct qlua_recording *r, lua_State *L, lua_Debug *ar, enum qlua_role role);

/* Handle the return of a function that creates a thread. */
void qlua_arguments_examine_result(struct qlua_recording *r, lua_State *L, lua_Debug *ar);
