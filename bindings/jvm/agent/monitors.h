/* monitors.h - threads that wait for a monitor which another one holds. */
#ifndef QJVM_MONITORS_H
#define QJVM_MONITORS_H

#include <jni.h>

/* Once, when the JVM is initialized and the library loaded. */
void qjvm_monitors_begin(JNIEnv *env);

#endif
