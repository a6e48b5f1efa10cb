/* name.h - functions by the names that people know: C++ demangled, others with what they are declared in.
 *
 * Demangling is libstdc++'s, loaded when the first C++ name comes: programs in C++ are seldom read where it is not
 * installed. Without it such names stay mangled. */
#ifndef QP_LOCATE_NAME_H
#define QP_LOCATE_NAME_H

#include <elfutils/libdw.h>

/* Names that were made here, newest first; NULL = none so far. */
struct qp_name {
    struct qp_name *older;
    char bytes[];
};

/* The name of a function, or of what was inlined from one; NULL when it has none, or without memory. Borrowed from
 * names or from the debug information. */
const char *qp_name_of_function(struct qp_name **names, Dwarf_Die *function);

/* A symbol, demangled where it is a C++ one. */
const char *qp_name_of_symbol(struct qp_name **names, const char *symbol);

/* A copy of a name; NULL without memory. */
const char *qp_name_keep(struct qp_name **names, const char *name);

void qp_name_free(struct qp_name **names);

#endif
