/* virtual_threads.h - the virtual threads of JDK 21 and later: java.lang.VirtualThread is rewritten, so that it tells
 * when one is started, mounted, unmounted, woken and at its end. Where that cannot be, or with QII_JVM_MOUNTS=events,
 * the JVM's own events do (mount_events.h). */
#ifndef QJVM_VIRTUAL_THREADS_H
#define QJVM_VIRTUAL_THREADS_H

#include <jvmti.h>
#include <stdbool.h>
#include <stddef.h>

/* Begin with it, once the JVM is initialized and the library loaded; nothing is done where there is none. end makes the
 * class what it was. */
void qjvm_virtual_threads_begin(jvmtiEnv *jvmti, JNIEnv *env);
void qjvm_virtual_threads_end(jvmtiEnv *jvmti, JNIEnv *env);

/* Whether a class that is read is that one; and its new form, in malloc's memory, NULL where it stays as it was. */
bool qjvm_virtual_threads_is(const char *class_name);
unsigned char *qjvm_virtual_threads_rewrite(const unsigned char *bytes, size_t size, size_t *new_size);

#endif
