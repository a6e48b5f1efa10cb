/* events.h - the events of calls that CPython reports, recorded as entries and exits: those of sys.monitoring since
 * version 3.12 (monitoring.c), those of the profile function before (profile.c). */
#pragma once

#include <stdbool.h>

/* Begin to record, at once if the program runs already, else when its own code begins. Return false with a Python
 * exception after an error. */
bool qpy_events_begin(bool runs);

/* Stop recording, in all threads, before the run ends. */
void qpy_events_stop(void);

/* The run ends. */
void qpy_events_end(void);
