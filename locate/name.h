/* name.h - readable names of functions: C++ names demangled, others with their enclosing scopes.
 *
 * Demangling uses libstdc++, loaded for the first C++ name, since it is usually installed where C++ programs are
 * analyzed. Without it such names stay mangled. */
#ifndef QP_LOCATE_NAME_H
#define QP_LOCATE_NAME_H

#include <elfutils/libdw.h>

/* Names made here, newest first; NULL = none so far. */
struct qp_name {
    struct qp_name *older;
    char bytes[];
};

/* Return the name of a function, or of an inlined instance of one; NULL if it has none, or if out of memory. Borrowed
 * from names or from the debug information. */
const char *qp_name_of_function(struct qp_name **names, Dwarf_Die *function);

/* Return a symbol, demangled if it is a C++ one. */
const char *qp_name_of_symbol(struct qp_name **names, const char *symbol);

/* Copy a name; NULL if out of memory. */
const char *qp_name_keep(struct qp_name **names, const char *name);

void qp_name_free(struct qp_name **names);

#endif
