/* virtual_threads.h - virtual threads of JDK 21 and later. The class java.lang.VirtualThread is rewritten to report
 * when a virtual thread is started, mounted, unmounted, woken and ended.
 *
 * If rewriting fails, or if QII_JVM_MOUNTS is "events", the JVM's own events are used instead (mount_events.h). */
#pragma once

#include <jvmti.h>
#include <stdbool.h>
#include <stddef.h>

/* Begin and end recording. Call `begin` when the JVM is initialized and the library loaded; before JDK 21 it has no
 * effect. `end` restores the class. */
void qjvm_virtual_threads_begin(jvmtiEnv *jvmti, JNIEnv *env);
void qjvm_virtual_threads_end(jvmtiEnv *jvmti, JNIEnv *env);

/* Return whether this is the name of java.lang.VirtualThread, and the class is to be rewritten. */
bool qjvm_virtual_threads_is(const char *class_name);

/* Return the rewritten class file, to be freed with free(); NULL if it is unchanged. */
unsigned char *qjvm_virtual_threads_rewrite(const unsigned char *bytes, size_t size, size_t *new_size);
