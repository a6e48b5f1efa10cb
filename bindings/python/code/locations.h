/* locations.h - the location table of a code object (co_linetable), which has lines and columns of the instructions. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

/* Fill line_of[i], for each of the code object's `units` code units, with its line, 0 = none. Return false if no
 * compiler writes such a table. */
bool qpy_locations_read(PyCodeObject *code, int *line_of, int units);

/* Return a location table for changed code: unit i of the original is unit place[i] of the changed code, which has
 * place[units] units. Inserted units have the location of the original unit that follows them. Return a new reference;
 * NULL with an exception if out of memory. The table has been read by qpy_locations_read. */
PyObject *qpy_locations_move(PyCodeObject *code, const int *place, int units);
