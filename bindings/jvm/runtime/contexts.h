/* contexts.h - contexts of the program's threads (QiiContexts.java). */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Define the class QiiContexts. `jvmti` is the environment whose event ClassFileLoadHook calls qjvm_contexts_rewrite.
 * Return the class's internal name, NULL if the class cannot be defined. */
const char *qjvm_contexts_define(jvmtiEnv *jvmti, JNIEnv *env);

/* If the class is QiiCounters, and threads have been in several contexts at the same time, return a class file of the
 * same size that notes hits, to be freed with free(). Otherwise return NULL. */
unsigned char *qjvm_contexts_rewrite(const char *class_name, const unsigned char *bytes, size_t size);

/* Set the context that the calling platform thread, which begins, inherits from the thread that created it. */
void qjvm_contexts_inherit(JNIEnv *env);
