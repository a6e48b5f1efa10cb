/* finder.h - the modules that a program may import only because it runs under `qii python`. */
#pragma once

#include <stdbool.h>

/* Append a finder to sys.meta_path (start/finder.py). Return false with a Python exception after an error. */
bool qpy_finder_begin(void);
