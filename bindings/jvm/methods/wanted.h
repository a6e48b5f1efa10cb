/* wanted.h - selection of the classes to record: the application's classes, or those that match the user's patterns.
 *
 * Patterns match class names with dots (bindings/kit/filter.h). If the user gives patterns of classes to record,
 * classes of the JDK are selected too, except those that run when an event is reported. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/jvm/class/pool.h"
#include "bindings/kit/settings.h"

/* Read the user's patterns for a new run. Call this when the JVM is initialized. */
void qjvm_wanted_begin(JNIEnv *env, const struct kit_settings *settings);

/* Return whether a class is to be recorded. `class_name` is its internal name; `loader` is NULL for the boot loader.
 * Any thread may call this function. */
bool qjvm_wanted_is(JNIEnv *env, jobject loader, const char *class_name);

/* Return whether a class that no class loader has loaded is to be recorded. It is taken for one of the application. */
bool qjvm_wanted_unloaded(const char *class_name);

/* Return whether allocations in a class may be counted, even if it is not to be recorded. */
bool qjvm_wanted_for_allocations(struct qjvm_text class_name);

/* Return the internal name of a loaded class, to be freed; NULL if the class is not to be recorded. */
char *qjvm_wanted_name(jvmtiEnv *jvmti, JNIEnv *env, jclass class);

/* Return whether classes of the JDK may be recorded in this run. */
bool qjvm_wanted_of_jdk(void);
