/* wanted.h - selection of the classes to record: the application's, or those that match the user's patterns.
 *
 * Patterns match class names with dots (bindings/kit/filter.h). If the user gives patterns to include, classes of the
 * JDK are selected too, except those through which events reach the library. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/kit/settings.h"

/* Read the patterns for a new run, once the JVM is initialized. */
void qjvm_wanted_begin(JNIEnv *env, const struct kit_settings *settings);

/* Return whether a class, by its internal name, is to be recorded. loader: NULL is the boot loader. Any thread. */
bool qjvm_wanted_is(JNIEnv *env, jobject loader, const char *class_name);

/* Return the internal name of a loaded class that is to be recorded, to be freed; NULL for others. */
char *qjvm_wanted_name(jvmtiEnv *jvmti, JNIEnv *env, jclass class);

/* Return whether classes of the JDK may be wanted. */
bool qjvm_wanted_of_jdk(void);
