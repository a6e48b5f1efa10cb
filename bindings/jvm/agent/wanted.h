/* wanted.h - which classes are told: the application's own, or those that the user's patterns mean.
 *
 * A pattern is for a class's name with dots (bindings/kit/filter.h). With patterns of what is asked for, classes of the
 * JDK are told as well, but for those by which events reach the library. */
#ifndef QJVM_WANTED_H
#define QJVM_WANTED_H

#include <jni.h>
#include <stdbool.h>

#include "bindings/kit/settings.h"

/* Once the JVM is initialized. */
void qjvm_wanted_begin(JNIEnv *env, const struct kit_settings *settings);

/* A class by its internal name, and its loader; NULL is the boot loader. Any thread. */
bool qjvm_wanted_is(JNIEnv *env, jobject loader, const char *class_name);

/* Return whether a class of this loader may be wanted. */
bool qjvm_wanted_may_be(JNIEnv *env, jobject loader);

/* Return whether classes of the JDK may be wanted. */
bool qjvm_wanted_of_jdk(void);

#endif
