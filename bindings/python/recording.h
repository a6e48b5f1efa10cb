/* recording.h - begin and end of the recording of a program. All calls require the GIL. */
#pragma once

#include <stdbool.h>

#include "bindings/kit/settings.h"

/* Load the library that the settings request. A later qpy_recording_begin uses it. Return NULL or an error message. */
const char *qpy_recording_load(const struct kit_settings *settings);

/* Suppress the messages of the library and its table, or print them again. */
void qpy_recording_mute(bool muted);

/* Begin to record: at once if the program runs already, else when its own code begins. Return NULL or an error message.
 */
const char *qpy_recording_begin(struct kit_settings *settings, bool program_runs);

/* Return whether a recording runs in this process; not in a forked child that is not followed. */
bool qpy_recording_runs(void);

/* Return whether the recording counts lines, and records no calls. */
bool qpy_recording_covers(void);

/* Resume a paused recording. Return false if nothing was resumed. */
bool qpy_recording_resume(void);

/* End the recording. Return false if none runs. */
bool qpy_recording_end(void);
