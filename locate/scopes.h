/* scopes.h - the scopes of an address in debug information: the functions, inlined functions and blocks that contain
 * it.
 *
 * libdw's dwarf_getscopes is not used, because it finds nothing if an inlined function was declared in another unit
 * (-flto). */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>

#define QP_SCOPES 200 /* maximum number of scopes of an address */

struct qp_scopes {
    Dwarf_Die items[QP_SCOPES]; /* outermost first */
    int count;
};

/* Find the scopes of an address in its compilation unit. */
void qp_scopes_find(struct qp_scopes *scopes, Dwarf_Die *unit, Dwarf_Addr address);

/* Return the file that declares a function, NULL if it is unknown. libdw's dwarf_decl_file does not accept the number
 * 0, which clang's DWARF 5 uses. */
const char *qp_scopes_file(Dwarf_Die *function);

/* Return true if the tag of a scope stands for a function or an inlined function. */
bool qp_scopes_is_function(int tag);
