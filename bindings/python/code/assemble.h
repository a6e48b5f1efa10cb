/* assemble.h - a code object that differs from another one in its code. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct qpy_code_parts {
    PyObject *bytes;     /* co_code */
    PyObject *constants; /* co_consts */
    PyObject *locations; /* co_linetable */
    PyObject *handlers;  /* co_exceptiontable */
    int stack_size;
};

/* Return a new code object with these parts and all other properties of `code`, NULL with an exception. */
PyCodeObject *qpy_assemble(PyCodeObject *code, const struct qpy_code_parts *parts);
