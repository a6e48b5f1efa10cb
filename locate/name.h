/* name.h - readable names of functions: C++ names demangled, others with their enclosing scopes.
 *
 * Demangling uses libstdc++, loaded for the first C++ name, since it is usually installed where C++ programs are
 * analyzed. Without it such names stay mangled. */
#pragma once

#include "format/texts.h"

#include <elfutils/libdw.h>

/* Return the name of a function, or of an inlined instance of one; NULL if it has none, or if out of memory. Borrowed
 * from names, the names made here, or from the debug information. */
const char *qp_name_of_function(struct qp_texts *names, Dwarf_Die *function);

/* Return a symbol, demangled if it is a C++ one. */
const char *qp_name_of_symbol(struct qp_texts *names, const char *symbol);
