/* locations.h - the location table of a code object (co_linetable), which has lines and columns of the instructions. */
#pragma once

#include <stdbool.h>

#include "bindings/python/code/code.h"

/* Reader of the lines of a code object, in ascending order of its code units. */
struct qpy_locations {
    const unsigned char *at;
    const unsigned char *end;
    int unit; /* end of the entry that was read last */
    int line; /* of that entry */
    int shown;
    bool broken; /* no compiler writes such a table */
};

void qpy_locations_begin(struct qpy_locations *locations, PyCodeObject *code);

/* Return the line of a code unit, 0 = none. */
int qpy_locations_line(struct qpy_locations *locations, int unit);

/* Return a location table for changed code: instruction i of the original begins at unit place[i] of the changed code,
 * which has place[count] units. Inserted units belong to the instruction that follows them. Return a new reference;
 * NULL with an exception if out of memory. The table has been read without finding it broken. */
PyObject *qpy_locations_move(const struct qpy_code *code, const int *place);
