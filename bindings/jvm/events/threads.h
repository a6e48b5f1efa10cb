/* threads.h - names of platform threads, recorded when a thread starts and when it is renamed. The library itself
 * detects the end of a thread. */
#pragma once

#include <jvmti.h>

/* Begin to record names. Call this once, when the JVM is initialized and the library loaded, before qjvm_natives_begin.
 * Before the program begins, `first` is its first thread. If the program runs already, `first` is NULL, and the threads
 * that exist have no names. */
void qjvm_threads_begin(JNIEnv *env, jthread first);
