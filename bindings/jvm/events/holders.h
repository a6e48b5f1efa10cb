/* holders.h - holders of contended monitors. If a thread waits for a monitor, the application method that the holder of
 * the monitor runs is recorded as a callee of the wait.
 *
 * The JVM stops the holder to read its stack. Therefore only one thread at a time queries the holder, on average at
 * most 100 times a second. The JVM does not report holders that are virtual threads. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Record the method in which the holder of the object's monitor is. The calling thread waits for the monitor, and its
 * wait is recorded already. `jvmti` needs the capability can_get_monitor_info. */
void qjvm_holder_begin(jvmtiEnv *jvmti, JNIEnv *env, jobject object);

/* Return whether a method recorded by qjvm_holder_begin is on top of the recorded stack. This is the stack of the
 * calling thread or, if the thread runs a virtual thread, the stack of that virtual thread. */
bool qjvm_holder_is_awaited(void);
