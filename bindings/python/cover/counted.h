/* counted.h - code objects that count their lines themselves. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "bindings/python/cover/origin.h"

/* Prepare to count how often lines run, or if `hits` only that they ran. Return false with a Python exception after an
 * error. */
bool qpy_counted_begin(bool hits);

/* Begin another recording. Return false if lines that were hit before cannot be recorded again, since their probes have
 * removed themselves. */
bool qpy_counted_restart(void);

/* Return whether code objects are counted in this process. */
bool qpy_counted_has_begun(void);

/* The context has changed: if hits are stored, store them again, also of lines that ran before. */
void qpy_counted_context_changed(void);

/* Return the form of a code object that counts its lines, and in which all nested code objects count theirs. All are
 * registered. A code object that cannot be rewritten is part of the result as it is. Return a new reference; no Python
 * exception is raised, and one that is set stays set. */
PyCodeObject *qpy_counted_of(PyCodeObject *code, const struct qpy_counted_origin *origin);

/* Return whether a code object is a counted form. */
bool qpy_counted_is(PyCodeObject *code);
