/* name.h - readable names of functions: C++ names are demangled, other names are qualified by their enclosing
 * scopes.
 *
 * Names are demangled by libstdc++, which is loaded for the first C++ name. It is usually installed where C++ programs
 * are analyzed. Without libstdc++, such names stay mangled. */
#pragma once

#include "format/texts.h"

#include <elfutils/libdw.h>

/* Return the name of a function or of an inlined instance. Return NULL if it has no name, or if out of memory. The
 * text belongs to the debug information, or to `names` if the name was composed here. */
const char *qp_name_of_function(struct qp_texts *names, Dwarf_Die *function);

/* Return the name of a symbol. A C++ name is demangled. */
const char *qp_name_of_symbol(struct qp_texts *names, const char *symbol);
