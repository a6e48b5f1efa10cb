/* locks.h - waits of threads that park for an object: a lock of java.util.concurrent or of the program, a condition, a
 * queue, a future. LockSupport.park(Object) notes the object in its thread. Without an object, blocking.h records the
 * wait. */
#pragma once

#include <jni.h>
#include <stdbool.h>

/* Begin to record. Call this once, when the JVM is initialized and the library loaded. */
void qjvm_locks_begin(JNIEnv *env);

/* Record that the calling thread, or the virtual thread that it runs, parks for this object, and who holds the object
 * if that is known. End the wait by qjvm_row_end. Return whether the wait was recorded. */
bool qjvm_park_begin(JNIEnv *env, jobject object);

/* Record this for the object that is noted in the calling thread. Return false if there is none. */
bool qjvm_park_begin_noted(JNIEnv *env);
