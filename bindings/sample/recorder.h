/* recorder.h - the thread that turns the addresses of samples into methods, and records the samples.
 *
 * The program's C library does not know this thread (bindings/native/symbols/symbols.h), so it uses neither malloc nor
 * the dynamic loader. */
#pragma once

#include <stdbool.h>

/* Start the thread. Return false if this fails. */
bool recorder_begin(void);

/* Record the samples that were sent, end the recording of all threads, and end the recorder thread. */
void recorder_end(void);
