/* temporaries.h - analysis of registers that hold a value between two instructions of one expression.
 *
 * To name the variable in an error message, Lua searches for the instruction that set a register. While an instruction
 * that has not run yet is replaced by another one, that search must have the same result. */
#pragma once

#include "bindings/lua/code/prototype.h"

/* Return an array of flags by instruction, true if Lua's search may fail to find the instruction. Such an
 * instruction sets a register on one of several paths to an instruction that reads the register, as in f(a and b or
 * c). Return NULL if out of memory. */
bool *qlua_temporaries_ambiguous(const struct qlua_prototype *p);
