/* mount_events.h - virtual threads as reported by two extension events of the JVM, VirtualThreadMount and
 * VirtualThreadUnmount of com.sun.hotspot.events. They are used in JVMs whose java.lang.VirtualThread cannot be
 * rewritten.
 *
 * The events report less than the rewritten class: a virtual thread is not seen before it first runs, its creator and
 * the threads that wake it are unknown, and a pinned virtual thread is reported to leave its carrier for a moment. */
#pragma once

#include <jni.h>
#include <stdbool.h>

/* Start listening. Call this when the JVM is initialized. `owner` is the name of the class that receives the events
 * (QiiVirtualThreads.java), which must be defined already, `state` the field of this name of java.lang.VirtualThread.
 * Return false if one of them is NULL, or the JVM does not have these events. */
bool qjvm_mount_events_begin(JNIEnv *env, const char *owner, jfieldID state);
