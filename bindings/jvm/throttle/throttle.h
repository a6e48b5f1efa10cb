/* throttle.h - throttling of an exact profile: methods whose recording costs more than it measures are only counted
 * from then on, so that the program stays within the budget of the library's option -overhead.
 *
 * A thread of the agent queries the library (qprof_throttle) and changes the table that QiiCalls reads. Code that is
 * compiled later has no code to report these methods; from time to time the JVM is made to compile all again. In Rhino
 * that reduced the CPU time of a profile from 2.24 times the plain one to 1.50. */
#pragma once

#include <jni.h>
#include <stdbool.h>

/* Start the thread, which also measures the overhead. Only for runs whose calls are reported. */
void qjvm_throttle_begin(JNIEnv *env);

/* Stop the thread, and wait until it has ended. */
void qjvm_throttle_end(void);
