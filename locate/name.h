/* name.h - readable names of functions: C++ names are demangled, other names are qualified by their enclosing
 * scopes.
 *
 * Names are demangled by libstdc++, which is loaded when the first C++ name is needed. If libstdc++ is not installed,
 * the names stay mangled. This is rare on machines with C++ programs. */
#pragma once

#include "format/texts.h"

#include <elfutils/libdw.h>

/* Return the name of a function or of an inlined instance. The debug information of static functions and lambdas in C++
 * has no parameters in names, but the name of the function's symbol has: pass it, or NULL if it is unknown. Return NULL
 * if the function has no name, or if out of memory. The text belongs to the debug information, or to `names` if the
 * name was composed here. */
const char *qp_name_of_function(struct qp_texts *names, Dwarf_Die *function, const char *symbol);

/* Return the name of a symbol. A C++ name is demangled. */
const char *qp_name_of_symbol(struct qp_texts *names, const char *symbol);
