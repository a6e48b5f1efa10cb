/* cover.h - coverage of a program by counters in its code. */
#pragma once

#include <stdbool.h>

#include "bindings/kit/settings.h"

/* From now on, count how often the lines of the program run. Return false with a Python exception after an error. */
bool qpy_cover_begin(const struct kit_settings *settings);
