/* objects.h - what the hooks of event loops (hooks.h) read from Python's objects. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/python/functions/function.h"
#include "bindings/python/inside/record.h"

/* Return a module that the program has imported, a new reference; NULL if it has not. No exception is set then. */
PyObject *qpy_imported(const char *name);

/* Return an attribute of such a module, a new reference; NULL if there is none. No exception is set then. */
PyObject *qpy_imported_attribute(const char *module, const char *attribute);

/* Return the argument `index` of a function whose frame has just begun, a new reference; NULL if it has none of this
 * name. An exception may be set then. */
PyObject *qpy_argument(PyFrameObject *frame, int index, const char *name);

/* Return the frame of a coroutine and its function. Return NULL if the object is no coroutine, or has ended; an
 * exception may be set then. */
qpy_record *qpy_coroutine_frame(PyObject *coroutine, struct qpy_function **function);
