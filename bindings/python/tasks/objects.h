/* objects.h - what the hooks of event loops (hooks.h) read from Python's objects. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/python/functions/function.h"

/* Return a local variable of a frame, a new reference; NULL if it has none. An exception may be set then. */
PyObject *qpy_local(PyFrameObject *frame, const char *name);

/* Return the frame of a coroutine and its function. Return NULL if the object is no coroutine, or has ended; an
 * exception may be set then. */
PyFrameObject *qpy_coroutine_frame(PyObject *coroutine, struct qpy_function **function);
