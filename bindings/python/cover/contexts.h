/* contexts.h - named contexts (qprof_context): tests, requests, or whatever else the program names.
 *
 * Code that runs when a module is loaded counts for each context that runs code of its file, or imports it. So in
 * coverage, each module is loaded in a context of its own, from the first context that the program sets. All calls
 * require the GIL. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

/* Set the context of the running thread or task; NULL or "" = none. Return the number of the context before, -1 if
 * nothing records. No Python exception is raised. */
int qpy_contexts_set(const char *name);

/* Set a context by its number, which one of these functions has returned. Return the number of the context before. */
int qpy_contexts_return(int number);

/* If counted code that is about to run with these globals loads a module, set the context of this load. Return the
 * number of the context before, which is to be set again at the end; -1 = no context was set. */
int qpy_contexts_load(PyObject *code, PyObject *globals);
