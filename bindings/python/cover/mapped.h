/* mapped.h - the statements of each source, by which its code is counted. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/python/code/code.h"

struct qpy_source;

/* Return the map of a source's lines to its statements, NULL if its text is unknown. The text is read once, and
 * excluded lines are excluded. `globals` are those of its module, or NULL. No Python exception may be set. */
const struct qpy_line_map *qpy_mapped_of(struct qpy_source *source, PyObject *globals);
