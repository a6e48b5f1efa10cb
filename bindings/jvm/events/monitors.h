/* monitors.h - recording of threads that wait for a monitor held by another thread. */
#pragma once

/* Begin to record. Call this once, when the JVM is initialized and the library loaded. */
void qjvm_monitors_begin(void);
