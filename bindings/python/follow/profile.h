/* profile.h - events of CPython's profile function (PyEval_SetProfile), recorded as entries and exits. */
#pragma once

#include <stdbool.h>

/* Begin to record, at once if the program runs already, else when its own code begins. Return false with a Python
 * exception after an error. */
bool qpy_profile_begin(bool runs);

/* Stop recording, in all threads, before the run ends. */
void qpy_profile_stop(void);

/* The run ends. */
void qpy_profile_end(void);
