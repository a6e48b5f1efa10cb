/* counted.h - code objects that count their lines themselves. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "bindings/python/code/code.h"

/* Prepare. Return false with a Python exception after an error. */
bool qpy_counted_begin(void);

/* Return the form of a code object that counts its lines, and in which all nested code objects count theirs. All are
 * registered as functions of this module (a str, or NULL). `map` may be NULL (code.h). A code object that cannot
 * be rewritten is part of the result as it is. Return a new reference; no Python exception is raised, and one that is
 * set stays set. */
PyCodeObject *qpy_counted_of(PyCodeObject *code, PyObject *module, const struct qpy_line_map *map);
