/* unloaded.h - files of the project that the program never loads: their lines count 0. */
#pragma once

#include <stdbool.h>

/* If the project's settings name files, register those that were not loaded when the program ends, after its own atexit
 * functions. Return false with a Python exception after an error. */
bool qpy_unloaded_register_at_exit(void);
