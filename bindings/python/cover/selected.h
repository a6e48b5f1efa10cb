/* selected.h - files whose lines are covered. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

/* Find out where the standard library is. Return false with a Python exception after an error. */
bool qpy_selected_begin(void);

/* Return whether code of this file is covered. By default these are all files but those of the standard library and of
 * installed packages. No Python exception is raised. */
bool qpy_selected_file(PyObject *file);
