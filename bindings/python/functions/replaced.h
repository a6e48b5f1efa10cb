/* replaced.h - builtin functions, such as exec and os._exit, whose C function is replaced for all interpreters. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define QPY_CAST(type, function) ((type)(void (*)(void))(function))

/* Replace the C function of a builtin function object. Return the former one; NULL with an exception if the object has
 * an unknown form. `flags` are those of its PyMethodDef. */
PyCFunction qpy_replaced(PyObject *function, const char *name, int flags, PyCFunction ours);
