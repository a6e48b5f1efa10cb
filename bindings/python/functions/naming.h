/* naming.h - names of functions, as reports print them: CLASS.NAME, where CLASS is the module and the Python class.
 *
 *     def fib in app.py, run as a script          fib
 *     def fib in app.py, imported                 app.fib
 *     method total of class Cart in app.py        app.Cart.total
 *     function in a function, lambda, generator   app.Cart.total.<locals>.<lambda>
 *     C function and method                       time.sleep, str.join, collections.OrderedDict.pop */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct qpy_name {
    char *class_name; /* NULL = none */
    char *name;       /* NULL = out of memory */
};

/* Return the name of a code object in the module of this name. The caller frees both parts. This function and the next
 * one raise no exception. */
struct qpy_name qpy_naming_of_code(PyObject *qualname, PyObject *module);

/* Return the name of a C function. */
struct qpy_name qpy_naming_of_c(PyCFunctionObject *callable);

/* Return the name of a method that a C class defines. */
struct qpy_name qpy_naming_of_method(PyMethodDescrObject *method);
