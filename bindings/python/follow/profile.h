/* profile.h - events of CPython's profile function (PyEval_SetProfile), recorded as entries and exits. */
#pragma once

#include <stdbool.h>

/* Begin to record, when the program's own code begins. Return false with a Python exception after an error. */
bool qpy_profile_begin(void);

/* The run ends. */
void qpy_profile_end(void);
