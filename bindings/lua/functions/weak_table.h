/* weak_table.h - tables with weak keys.
 *
 * The functions use three slots of the stack, and may raise a memory error. */
#pragma once

#include "bindings/lua/version/api.h"

/* Push a new table. */
void qlua_weak_table_new(lua_State *L);

/* Push the table with this key in the registry. Create the table if it is absent. */
void qlua_weak_table_push(lua_State *L, const void *key);
