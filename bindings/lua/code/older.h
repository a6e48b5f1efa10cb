/* older.h - translation of Lua 5.3 instructions to those of Lua 5.4 (code.h).
 *
 * Only the control flow is preserved: it determines which lines are executable. */
#pragma once

#include "bindings/lua/code/code.h"

/* Replace the instructions of a function of Lua 5.3. */
void qlua_older_translate(struct qlua_code *code);
