/* unloaded.h - files of the project that the program never loads: their lines count 0. */
#pragma once

#include <stdbool.h>

/* If the project's settings name files, register those that were not loaded when the program ends, after its own atexit
 * functions. Call this when a recording begins. Return false with a Python exception after an error. */
bool qpy_unloaded_begin_recording(void);

/* Register the files that were not loaded, once in a recording. */
void qpy_unloaded_add(void);
