/* main_class.h - search for the program's main class before it is loaded. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Return true, after a message, if the launcher `java` will not find the main class of its command line, so that the
 * program cannot begin. If that is not certain, return false. */
bool qjvm_main_class_is_missing(jvmtiEnv *jvmti, JNIEnv *env);
