/* loaded.h - rewriting of classes that are already loaded. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Function that gets all loaded classes, and may change the array. */
typedef void qjvm_loaded_visitor(jvmtiEnv *jvmti, JNIEnv *env, jclass *classes, jint count, void *data);

void qjvm_loaded_visit(jvmtiEnv *jvmti, JNIEnv *env, qjvm_loaded_visitor *visit, void *data);

/* Retransform each loaded class that is to be recorded, or whose allocations are to be counted (wanted.h): the JVM then
 * passes it to the class file load hook again. Calls in progress continue in the old code.
 *
 * Classes of the application may be loaded even before the program begins, by an AOT cache or another agent.
 * Retransforming 10,000 classes takes a second or more. */
void qjvm_loaded_rewrite(jvmtiEnv *jvmti, JNIEnv *env, bool recorded, bool allocations);
