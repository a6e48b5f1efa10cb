/* monitored.h - hits by sys.monitoring, in CPython 3.12 and later: each line is reported once. Its code is not changed.
 */
#pragma once

#include <stdbool.h>

#include "bindings/python/cover/origin.h"

/* Prepare. Return false with a Python exception after an error. */
bool qpy_monitored_begin(void);

/* Store hits again, also of lines that ran before. Return false on failure. */
bool qpy_monitored_restart(void);

/* In this recording, store hits again, also of lines that ran before. */
void qpy_monitored_again(void);

/* Register a code object and all nested ones, and store from now on which of their lines run. No Python exception is
 * raised. */
void qpy_monitored_add(PyCodeObject *code, const struct qpy_counted_origin *origin);

/* Return whether a code object was added. */
bool qpy_monitored_is(PyCodeObject *code);
