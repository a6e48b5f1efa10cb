/* locations.h - location tables of changed code, which have lines and columns of the instructions. */
#pragma once

#include "bindings/python/code/code.h"

/* Return a location table for changed code: instruction i of the original begins at unit place[i] of the changed code,
 * which has place[count] units. Inserted units belong to the instruction that follows them. Return a new reference;
 * NULL with an exception if out of memory. */
PyObject *qpy_locations_move(const struct qpy_code *code, const int *place);
