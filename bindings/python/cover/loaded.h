/* loaded.h - the code that a program loads and runs: its script, modules, and texts that it compiles.
 *
 * Almost all code runs first as the argument of exec: importlib, zipimport, runpy and pytest call it with the code of a
 * module. CPython itself runs the script and the code of -c. */
#pragma once

#include <stdbool.h>

/* From now on, count the lines of code that is loaded. Return false with a Python exception after an error. */
bool qpy_loaded_begin(void);
