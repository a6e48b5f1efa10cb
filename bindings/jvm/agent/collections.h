/* collections.h - collections of garbage that stop all threads: calls of (garbage collector) on a thread of its own,
 * that of the JVM which does it. */
#ifndef QJVM_COLLECTIONS_H
#define QJVM_COLLECTIONS_H

#include <jni.h>

/* Once, when the JVM is initialized and the library loaded. */
void qjvm_collections_begin(JNIEnv *env);

#endif
