/* monitors.h - threads that wait for a monitor which another one holds. */
#ifndef QJVM_MONITORS_H
#define QJVM_MONITORS_H

#include <jni.h>
#include <stdbool.h>

/* Once, when the JVM is initialized and the library loaded. */
void qjvm_monitors_begin(JNIEnv *env);

/* Whether the calling thread, or the virtual thread on it, waits for one. */
bool qjvm_monitors_are_awaited(void);

#endif
