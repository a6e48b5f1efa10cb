/* probes.h - objects that count when a rewritten function releases them.
 *
 * A probe is a constant of a rewritten code object. Nobody holds a reference to it: its reference count is 0. The
 * instructions LOAD_CONST, POP_TOP take and release a reference, so that CPython calls the probe's deallocator, which
 * counts. This costs 2.1 ns; an object whose truth value or number is asked for costs 4.3 ns and more. Python code that
 * looked at such a constant would count, too, so co_consts has other values in its place (hidden.h).
 *
 * All probes of a code object are in one block of memory, which a further constant owns. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

/* Prepare the types. Return false with a Python exception after an error. */
bool qpy_probes_begin(void);

/* Return the constants of a code object, followed by an owner and a probe for each of these counters; NULL with an
 * exception if out of memory. Probe i is the constant of number *first + i. */
PyObject *qpy_probes_add(PyObject *constants, int64_t *counters, int count, int *first);

/* Return the index of the first constant that qpy_probes_add has added, or the number of constants if there is none. */
Py_ssize_t qpy_probes_first(PyObject *constants);
