/* holders.h - holders of contended monitors: the application method that the holder runs is recorded as a method of its
 * own below the wait.
 *
 * The JVM stops the holder to read its stack, so one thread at a time asks, at most 100 times a second on average. The
 * JVM does not report virtual threads as holders. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Record where the holder of the object's monitor is. The calling thread waits for the monitor, and the wait is
 * recorded already. jvmti has the capability can_get_monitor_info. */
void qjvm_holder_begin(jvmtiEnv *jvmti, JNIEnv *env, jobject object);

/* Return whether the current method of the calling thread, or of the virtual thread on it, is a wait for a holder. */
bool qjvm_holder_is_awaited(void);
