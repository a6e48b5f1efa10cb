/* run.h - start and end of a recorded run in this JVM, one run at a time.
 *
 * All functions are called on a thread of the JVM, once it is initialized. After a failure they print a message, and
 * the program continues. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/kit/settings.h"

/* JVMTI's ClassFileLoadHook. Called for classes that are loaded, and for those that another agent redefines: their new
 * methods are registered. */
void JNICALL qjvm_run_class_is_read(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader, const char *name,
                                    jobject domain, jint size, const unsigned char *bytes, jint *new_size,
                                    unsigned char **new_bytes);

/* Start a run; `settings` must stay valid until its end. first: the program's first thread, before it runs; NULL if the
 * program runs already: then loaded classes are rewritten, and calls in progress are not recorded. Return whether the
 * run has started. */
bool qjvm_run_begin(jvmtiEnv *jvmti, JNIEnv *env, jthread first, const struct kit_settings *settings);

/* End the run and complete its data file. stays: the program continues, so restore its classes. */
void qjvm_run_end(jvmtiEnv *jvmti, JNIEnv *env, bool stays);

bool qjvm_run_records(void);

/* Save a copy of the data file in its current state. Return whether that succeeded. */
bool qjvm_run_save(void);
