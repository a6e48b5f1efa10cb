/* threads.h - the names of platform threads, which they have when they start, and those that they get later. When one
 * ends the library sees by itself. */
#ifndef QJVM_THREADS_H
#define QJVM_THREADS_H

#include <jvmti.h>

/* Once, when the JVM is initialized and the library loaded, on the program's first thread before that runs; NULL while
 * the program runs: its threads have no names then. natives_begin is due. */
void qjvm_threads_begin(JNIEnv *env, jthread first);

#endif
