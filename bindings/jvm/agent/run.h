/* run.h - start and end of a recorded run in this JVM, one run at a time.
 *
 * All functions are called on a thread of the JVM, after the JVM was initialized. A function that fails prints a
 * message, and the program continues. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/kit/settings.h"

/* Callback for JVMTI's event ClassFileLoadHook: rewrite a class that is to be recorded. The JVM calls it for each
 * class that it loads, and for each class that another agent redefines. The new methods of a redefined class are
 * registered. */
void JNICALL qjvm_run_class_is_read(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader, const char *name,
                                    jobject domain, jint size, const unsigned char *bytes, jint *new_size,
                                    unsigned char **new_bytes);

/* Start a run. `settings` must stay valid until the run ends. `first` is the program's first thread if the program
 * has not begun yet, and NULL if it runs already. In a running program, classes that are already loaded are rewritten,
 * and calls in progress are not recorded. Return whether the run has started. */
bool qjvm_run_begin(jvmtiEnv *jvmti, JNIEnv *env, jthread first, const struct kit_settings *settings);

/* End the run and complete its data file. `stays` is true if the program continues, so that its classes must be
 * restored. */
void qjvm_run_end(jvmtiEnv *jvmti, JNIEnv *env, bool stays);

bool qjvm_run_records(void);

/* Save a copy of the data file in its current state. Return whether the copy was saved. */
bool qjvm_run_save(JNIEnv *env);
