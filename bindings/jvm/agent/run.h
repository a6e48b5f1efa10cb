/* run.h - start and end of a recorded run in this JVM, one run at a time.
 *
 * All functions are called on a thread of the JVM, once it is initialized. After a failure they print a message, and
 * the program continues. */
#ifndef QJVM_RUN_H
#define QJVM_RUN_H

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/kit/settings.h"

/* Add the callbacks of a run to those for the start and end of the JVM. */
void qjvm_run_set_callbacks(jvmtiEventCallbacks *callbacks);

/* Start a run; `settings` must stay valid until its end. first: the program's first thread, before it runs; NULL if the
 * program runs already: then loaded classes are rewritten, and calls in progress are not recorded. Return whether the
 * run has started. */
bool qjvm_run_begin(jvmtiEnv *jvmti, JNIEnv *env, jthread first, const struct kit_settings *settings);

/* End the run and complete its data file. stays: the program continues, so restore its classes. */
void qjvm_run_end(jvmtiEnv *jvmti, JNIEnv *env, bool stays);

bool qjvm_run_records(void);

/* Save a copy of the data file in its current state. Return whether that succeeded. */
bool qjvm_run_save(void);

#endif
