/* loaded.h - rewriting of classes that are already loaded. */
#pragma once

#include <jvmti.h>

/* Retransform each loaded class that is to be recorded (wanted.h): the JVM passes it to the class file load hook again.
 * Calls in progress continue in the old code. Even before a program begins, an AOT cache or another agent may have
 * loaded classes of the application. Cost: a second or more for 10,000 such classes. */
void qjvm_loaded_rewrite(jvmtiEnv *jvmti, JNIEnv *env);
