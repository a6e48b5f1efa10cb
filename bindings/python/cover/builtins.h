/* builtins.h - exec, eval and compile: almost all code of a program runs first as the argument of exec, which
 * importlib, zipimport, runpy and pytest call with the code of a module. */
#pragma once

#include <stdbool.h>

/* From now on, exec and eval run the counted form of code objects (loaded.h), and exec that of a text if its caller is
 * counted. The program sees the same objects. Return false with a Python exception after an error. */
bool qpy_builtins_begin(void);
