/* arguments.h - arguments and results of C functions that work with coroutines or may fill the stack. */
#pragma once

#include "bindings/lua/follow/recording.h"

/* Handle the call of a C function with this role (functions/function.h), in the call event of L. */
void qlua_arguments_examine(struct qlua_recording *r, lua_State *L, lua_Debug *ar, enum qlua_role role);

/* Handle the return of coroutine.create or coroutine.wrap, in the return event of L. */
void qlua_arguments_examine_result(struct qlua_recording *r, lua_State *L, lua_Debug *ar);
