/* arguments.h - calls of C functions with a role (functions/function.h): their arguments and results. */
#ifndef QLUA_ARGUMENTS_H
#define QLUA_ARGUMENTS_H

#include "bindings/lua/follow/recording.h"

/* Such a function is called, in an event of L. */
void qlua_arguments_look(struct qlua_recording *r, lua_State *L, lua_Debug *ar, enum qlua_role role);

/* One that creates a thread returns. */
void qlua_arguments_look_at_result(struct qlua_recording *r, lua_State *L, lua_Debug *ar);

#endif
