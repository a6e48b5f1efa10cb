/* temporaries.h - analysis of registers that hold a value between two instructions of one expression.
 *
 * To name a variable in an error message, Lua searches a function's code for the instruction that set a register. That
 * search must have the same result while an instruction that has not run yet is replaced by a jump (count/sites.h). */
#pragma once

#include "bindings/lua/code/prototype.h"

/* Return an array with a flag for each instruction. The flag is true if the instruction sets a register on only one
 * of several paths to an instruction that reads the register, as in f(a and b or c). Lua's search ignores such an
 * instruction, because on another path, another instruction sets the register. Return NULL if out of memory. */
bool *qlua_temporaries_ambiguous(const struct qlua_prototype *p);
