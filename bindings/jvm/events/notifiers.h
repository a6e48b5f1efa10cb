/* notifiers.h - notifiers of JUnit 4's test runners, which get the listener of qii-junit.jar (QiiNotifiers.java). */
#pragma once

#include <jni.h>
#include <stdbool.h>
#include <stddef.h>

/* Return true if the class, with slashes in its name, is JUnit 4's RunNotifier. */
bool qjvm_notifiers_is(const char *class_name);

/* Return the class file of RunNotifier with a call of QiiNotifiers, to be freed with free(); NULL if it is unchanged.
 */
unsigned char *qjvm_notifiers_rewrite(JNIEnv *env, const unsigned char *bytes, size_t size, size_t *new_size);
