/* mount_events.h - virtual threads as reported by the JVM's extension events: VirtualThreadMount and
 * VirtualThreadUnmount of com.sun.hotspot.events, for JVMs whose java.lang.VirtualThread cannot be rewritten. These
 * events report less: a virtual thread appears when it first runs, its creator and its wakers are unknown, and a pinned
 * virtual thread leaves its carrier for a moment. */
#pragma once

#include <jni.h>
#include <stdbool.h>

/* Start listening, once the JVM is initialized. owner: the defined class whose methods mounts.h calls. Return false if
 * the JVM does not have these events. */
bool qjvm_mount_events_begin(JNIEnv *env, const char *owner);
