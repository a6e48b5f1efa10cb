/* loaded.h - the code objects that a program runs, and their counted forms (counted.h). */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

struct qpy_source;

/* Prepare, as qpy_counted_begin. */
bool qpy_loaded_begin(bool hits);

/* Return whether this thread runs the interpreter whose code is counted. Others may run in the process. */
bool qpy_loaded_is_here(void);

/* Store that a code object was compiled from a text that is in no file. */
void qpy_loaded_set_source(PyObject *code, struct qpy_source *source);

/* Return whether the newest frame of the calling thread runs counted code. */
bool qpy_loaded_caller_is_counted(void);

/* Return the counted form of a code object that is about to run with these globals. It is made if the code's file is
 * selected, if the text of the code is known, or if `always`. Return NULL if there is none. The reference is borrowed
 * from the code. No Python exception is raised. */
PyObject *qpy_loaded_counted(PyObject *code, PyObject *globals, bool always);
