/* java_part.h - Java classes that rewritten code calls.
 *
 * They are embedded in the agent's library and defined in java.lang of java.base: every class loader finds that
 * package, even one that delegates no other (OSGi), and its classes may use JDK internals. */
#pragma once

#include <jni.h>
#include <jvmti.h>
#include <stdbool.h>

enum qjvm_java_part {
    QJVM_COUNTERS,
    QJVM_NATIVE_CALLS,
    QJVM_FOREIGN_CALLS,
    QJVM_PHASES,          /* by which a program begins a phase (qii.Phases) */
    QJVM_VIRTUAL_THREADS, /* reports virtual threads (virtual_threads.h) */
    QJVM_NATIVES          /* binds native methods again (natives.h) */
};

/* Define a class, once the JVM is initialized and the library loaded. Return its internal name. If it cannot be
 * defined, the JVM prints why on stderr; return NULL. */
const char *qjvm_java_part_define(JNIEnv *env, enum qjvm_java_part part);

/* Define the class with enter and leave. It calls through the foreign-function interface from JDK 22 on, else through
 * JNI. If classes of the JDK may be recorded, it always uses JNI, since the JVM links a foreign call with those
 * classes. */
const char *qjvm_java_part_define_calls(jvmtiEnv *jvmti, JNIEnv *env, bool of_jdk);

/* Define the class that binds native methods again, and call it. */
void qjvm_java_part_bind_natives(JNIEnv *env);
