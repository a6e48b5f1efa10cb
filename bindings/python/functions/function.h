/* function.h - the functions of a Python program: its code objects and the C functions that it calls.
 *
 * A code object has a pointer to its function in its extra data (PEP 523), which CPython frees with the code object. A
 * C function is found by its PyMethodDef. All calls require the GIL. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "bindings/kit/registry.h"

struct qpy_source;

struct qpy_function {
    struct kit_function known;
    int start;            /* offset of the instruction at which a call begins; a later offset is a resumed generator */
    bool left_out;        /* the user's patterns exclude the function */
    const char *def_name; /* name in the PyMethodDef of a C function, to notice that another one is at its address */
    PyCFunction def_function;  /* function in the PyMethodDef */
    char *class_name;          /* module and class; NULL = none */
    struct qpy_source *source; /* NULL for a C function */
    struct qpy_function *next; /* next function in the list of those that may be used again */
};

/* Patterns of the names to record and not to record (filter.h); NULL = none. */
struct qpy_selection {
    char *filter;
    char *exclude;
};

/* Prepare to record functions. The strings of the selection stay in use. Return NULL or an error message. */
const char *qpy_functions_begin(const struct qpy_selection *selection);

/* Return the function of a code object that runs with these globals, or NULL if out of memory. No Python exception is
 * raised, and one that is set stays set. */
struct qpy_function *qpy_function_of_code(PyCodeObject *code, PyFrameObject *frame);

/* Return the function of a code object that was entered before, NULL if there is none. */
struct qpy_function *qpy_function_known(PyCodeObject *code);

/* Return the function of a C function, NULL if out of memory. */
struct qpy_function *qpy_function_of_c(PyCFunctionObject *callable);

/* Register a function that is entered for the first time (kit_binding.define). */
void qpy_function_define(struct kit_function *known, VthreadID caller);
