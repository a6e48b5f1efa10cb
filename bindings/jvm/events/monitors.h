/* monitors.h - recording of threads that wait for a monitor held by another thread. */
#pragma once

#include <stdbool.h>

/* Begin to record. Call this once, when the JVM is initialized and the library loaded. */
void qjvm_monitors_begin(void);

/* Return whether the calling thread, or the virtual thread that it runs, waits for a monitor. */
bool qjvm_monitors_are_awaited(void);
