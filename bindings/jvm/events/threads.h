/* threads.h - names of platform threads, recorded at their start and when they are renamed. The library itself detects
 * their end. */
#pragma once

#include <jvmti.h>

/* Start recording names. Call once, when the JVM is initialized and the library loaded, before qjvm_natives_begin.
 * first: the program's first thread, before it runs; NULL if the program runs already: then threads that run already
 * have no names. */
void qjvm_threads_begin(JNIEnv *env, jthread first);
