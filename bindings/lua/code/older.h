/* older.h - translation of Lua 5.3 instructions to those of Lua 5.4 (code.h).
 *
 * Only the control flow is translated, which is enough to determine the executable lines. */
#pragma once

#include "bindings/lua/code/code.h"

/* Replace the instructions of a Lua 5.3 function by their translations. */
void qlua_older_translate(struct qlua_code *code);
