/* launched.h - start of the recorder in a program of `qii python`. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

/* Begin to record with the settings in this text of kit_settings_write, and let the program import qii. If that fails,
 * print a message; the program runs without a profile. The process may be a child of the program that was launched:
 * then the library prints no messages, for example about the name of the data file, because the program may read the
 * child's standard error.
 *
 * Return the settings of child processes, None if they are not followed, or NULL with a Python exception. */
PyObject *qpy_launched(const char *text, bool is_child);
