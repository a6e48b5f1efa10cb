/* temporaries.h - registers that hold a value between two instructions of one expression.
 *
 * Lua names the variable of an error by a search for the instruction that gave a register its value. While another
 * instruction stands in the place of one that did not run yet, that search must come to the same end. */
#ifndef QLUA_TEMPORARIES_H
#define QLUA_TEMPORARIES_H

#include "bindings/lua/code/prototype.h"

/* Which instructions the search may look for in vain, as an array of one for each: those that give a register its value
 * on one of several ways to an instruction that reads it, as in f(a and b or c). NULL without memory. */
bool *qlua_temporaries_of_ways(const struct qlua_prototype *p);

#endif
