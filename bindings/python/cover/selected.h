/* selected.h - files whose lines are counted. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

/* Prepare. `patterns` (kit/filter.h) select files in addition to the default ones; NULL = none. Return false with a
 * Python exception after an error. */
bool qpy_selected_begin(const char *patterns);

/* Return whether code of this file is counted. By default these are the files of Python source except those of the
 * standard library and of installed packages. A name in angle brackets is no file. No Python exception is raised. */
bool qpy_selected_file(PyObject *file);
