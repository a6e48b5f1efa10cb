/* probes.h - objects that count when a rewritten function releases them.
 *
 * A probe is a constant of a rewritten code object. Nobody holds a reference to it: its reference count is 0. The
 * instructions LOAD_CONST, POP_TOP take and release a reference, so that CPython calls the probe's deallocator, which
 * counts. This costs 2.1 ns; an object whose truth value or number is asked for costs 4.3 ns and more. Python code that
 * looked at such a constant would count, too, so co_consts has other values in its place (hidden.h).
 *
 * A probe for hits is removed from the code when it has counted: then a line costs one jump.
 *
 * All probes of a code object are in one block of memory, which a further constant owns. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

struct qpy_function;

/* Prepare the types. Return false with a Python exception after an error. */
bool qpy_probes_begin(void);

/* Return the constants of a code object, followed by an owner and this number of probes; NULL with an exception if out
 * of memory. The first probe has the number qpy_probes_after(constants). The function is released with the owner: later
 * than the code object if the program has copied it by code.replace. */
PyObject *qpy_probes_add(PyObject *constants, int count, struct qpy_function *function);

static inline int qpy_probes_after(PyObject *constants)
{
    return (int)PyTuple_GET_SIZE(constants) + 1;
}

/* Let a probe, a constant from qpy_probes_add, count how often it is released. */
void qpy_probe_count(PyObject *probe, int64_t *counter);

/* Let a probe store 1 when it is released for the first time, and replace its instructions, which are `units` code
 * units, by a jump over them. The probe is constant `index` of the code. */
void qpy_probe_hit(PyObject *probe, int64_t *counter, int index, int units);

/* The context changes: insert the probes for hits again that have been removed since the last call. From now on, probes
 * add 1. */
void qpy_probes_again(void);

/* Return the index of the first constant that qpy_probes_add has added, or the number of constants if there is none. */
Py_ssize_t qpy_probes_first(PyObject *constants);
