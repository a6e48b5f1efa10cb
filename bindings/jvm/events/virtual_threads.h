/* virtual_threads.h - virtual threads of JDK 21 and later: java.lang.VirtualThread is rewritten to report when one is
 * started, mounted, unmounted, woken and ended. If that fails, or with QII_JVM_MOUNTS=events, the JVM's events are used
 * instead (mount_events.h). */
#pragma once

#include <jvmti.h>
#include <stdbool.h>
#include <stddef.h>

/* Start recording, once the JVM is initialized and the library loaded; without effect before JDK 21. end restores the
 * class. */
void qjvm_virtual_threads_begin(jvmtiEnv *jvmti, JNIEnv *env);
void qjvm_virtual_threads_end(jvmtiEnv *jvmti, JNIEnv *env);

/* Return whether java.lang.VirtualThread is to be rewritten and has this name. */
bool qjvm_virtual_threads_is(const char *class_name);

/* Return the rewritten class file in malloc's memory, NULL if it is unchanged. */
unsigned char *qjvm_virtual_threads_rewrite(const unsigned char *bytes, size_t size, size_t *new_size);
