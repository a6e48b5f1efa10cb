/* cover.h - coverage of a program by counters in its code. */
#pragma once

#include <stdbool.h>

#include "bindings/kit/settings.h"

/* Return NULL, or an error message if earlier recordings make it impossible to count with these settings. */
const char *qpy_cover_check(const struct kit_settings *settings);

/* From now on, count how often the lines of the program run: of functions that are loaded already when the program's
 * own code begins, or at once if it runs. Code that is running continues without counters. Return NULL or an error
 * message.
 *
 * Counted code cannot be changed back. In later recordings it counts again; they must be of the same kind,
 * and on CPython 3.11, hits are recorded once. */
const char *qpy_cover_begin(const struct kit_settings *settings, bool program_runs);

/* Add the project's files that were never loaded, before the recording ends while the program continues. */
void qpy_cover_end(void);
