/* events.h - the events of calls that CPython reports, recorded as entries and exits: those of sys.monitoring since
 * version 3.12 (monitoring.c), those of the profile function before (profile.c). */
#pragma once

#include <stdbool.h>

/* Begin to record, when the program's own code begins. Return false with a Python exception after an error. */
bool qpy_events_begin(void);

/* The run ends. */
void qpy_events_end(void);
