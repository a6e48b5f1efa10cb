/* run.h - what is recorded of this JVM: one run at a time, from its start to its end.
 *
 * All is called in a thread of the JVM, once that is initialized. Messages go to stderr: the program runs on, whatever
 * goes wrong. */
#ifndef QJVM_RUN_H
#define QJVM_RUN_H

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/kit/settings.h"

/* The events that a run asks for, to be set with those of the JVM's own life. */
void qjvm_run_set_callbacks(jvmtiEventCallbacks *callbacks);

/* Start one, with settings that last as long as it does, on the program's first thread before that runs; or with NULL
 * while it runs: then classes that are loaded are rewritten where they stand, and calls that are on their way are not
 * told. Returns whether it has begun. */
bool qjvm_run_begin(jvmtiEnv *jvmti, JNIEnv *env, jthread first, const struct kit_settings *settings);

/* End it: its data file is complete. stays: the program goes on, with its classes as they were. */
void qjvm_run_end(jvmtiEnv *jvmti, JNIEnv *env, bool stays);

bool qjvm_run_records(void);

/* Write a copy of its data file as it is now. Returns whether that was done. */
bool qjvm_run_save(void);

#endif
