/* throttle.h - throttling of an exact profile: methods whose recording costs more than it measures are only counted
 * from then on, so that the program stays within the budget of the library's option -overhead.
 *
 * A thread of the agent queries the library (qprof_throttle) and changes the table that QiiCalls reads. What the JVM
 * compiles later has no code to report these methods: in Rhino that reduced the CPU time of a profile from 2.5 times
 * the plain one to 1.7. Making the JVM compile all again cost H2 5 to 10 s and gained nothing that could be seen. */
#pragma once

#include <jni.h>
#include <stdbool.h>

/* Start the thread, which also measures the overhead. Only for runs whose calls are reported. */
void qjvm_throttle_begin(JNIEnv *env);

/* Stop the thread, and wait until it has ended. */
void qjvm_throttle_end(void);
