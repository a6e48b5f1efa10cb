/* samples.h - begin and end of samples of Java stacks, and the thread that records them (timers.h). */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Sample the calling thread and all threads that start from now on; if the agent was attached to a running program, the
 * program's threads instead of the calling one. Return NULL or an error message. */
const char *qjvm_samples_begin(JNIEnv *env, unsigned samples_per_second, bool attached);

/* Record the samples that were taken, and the waits until now, before a copy of the run is saved. */
void qjvm_samples_save(void);

/* Record the samples that were taken, and end the recording of all threads. */
void qjvm_samples_end(void);
