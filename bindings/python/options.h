/* options.h - options of a recording that a program starts: qii.start(data_file="app.qii", quiet=True). */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "bindings/kit/settings.h"

/* Read a dictionary of options by name, as in doc/options.md, into empty settings. Values are strings, numbers and
 * booleans; patterns may be lists; None stands for an option that is not given. Return false with a Python exception
 * after an error. */
bool qpy_options_read(PyObject *options, struct kit_settings *settings);
