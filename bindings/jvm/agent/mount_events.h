/* mount_events.h - when virtual threads run, as the JVM's extension events com.sun.hotspot.events.VirtualThreadMount
 * and VirtualThreadUnmount say it; for where java.lang.VirtualThread cannot be rewritten. They tell less: one is made
 * when it runs first, by whom is not known, nor who wakes it, and one that cannot leave its carrier does so for a
 * moment. */
#ifndef QJVM_MOUNT_EVENTS_H
#define QJVM_MOUNT_EVENTS_H

#include <jni.h>
#include <stdbool.h>

/* Listen to them, when the JVM is initialized and the owner of what mounts.h calls is defined. Returns false where
 * the JVM has no such events. */
bool qjvm_mount_events_begin(JNIEnv *env, const char *owner);

#endif
