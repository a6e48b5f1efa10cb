/* contexts.h - contexts of the program's threads (QiiContexts.java). */
#pragma once

#include <jni.h>
#include <stdbool.h>

/* Define the class QiiContexts. Return false if it cannot be defined. */
bool qjvm_contexts_define(JNIEnv *env);

/* Set the context that the calling platform thread, which begins, inherits from the thread that created it. */
void qjvm_contexts_inherit(JNIEnv *env);
