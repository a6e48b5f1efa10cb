/* java_part.h - Java classes of the agent that rewritten code calls.
 *
 * The agent's library contains these classes, and defines them in the package java.lang of java.base. Every class
 * loader finds this package, even a loader that delegates nothing else (OSGi), and classes in it may use JDK
 * internals. */
#pragma once

#include <jni.h>
#include <jvmti.h>
#include <stdbool.h>

enum qjvm_java_part {
    QJVM_COUNTERS,
    QJVM_ALLOCATIONS,
    QJVM_CALL_REPORTS,
    QJVM_CALIBRATION, /* measures what a reported call costs (calibration.h) */
    QJVM_FOREIGN_CALLS,
    QJVM_PHASES,          /* begins phases for the program (qii.Phases) */
    QJVM_HITS,            /* notes counters that ran in a context */
    QJVM_CONTEXTS,        /* sets contexts of threads (contexts.h) */
    QJVM_VIRTUAL_THREADS, /* reports virtual threads (virtual_threads.h) */
    QJVM_NATIVES,         /* binds native methods of the JDK again (natives.h) */
    QJVM_NOTIFIERS,       /* adds a listener to JUnit 4 (notifiers.h) */
    QJVM_CLASS_FILES      /* reads class files (unloaded.h) */
};

/* Begin the definition of a native method that one of these classes declares. The JVM finds it by its name. */
#define QJVM_NATIVE(result, class_name, method, ...)                                                                   \
    JNIEXPORT result JNICALL Java_java_lang_##class_name##_##method(JNIEnv *env, jclass class, ##__VA_ARGS__);         \
    JNIEXPORT result JNICALL Java_java_lang_##class_name##_##method(                                                   \
        __attribute__((unused)) JNIEnv *env, __attribute__((unused)) jclass class, ##__VA_ARGS__)

/* Return the characters of a string, which must be released; NULL for no string. */
const char *qjvm_java_part_text(JNIEnv *env, jstring string);
void qjvm_java_part_release(JNIEnv *env, jstring string, const char *text);

/* Define a class. Call this when the JVM is initialized and the library loaded. Return the class's internal name. If it
 * cannot be defined, the JVM prints the reason on stderr, and the result is NULL. */
const char *qjvm_java_part_define(JNIEnv *env, enum qjvm_java_part part);

/* Define the class QiiCalls. From JDK 22 on, it calls the library through the foreign-function interface, otherwise
 * through JNI. `of_jdk` is true if classes of the JDK may be recorded. In this case JNI is always used, because linking
 * a foreign call runs classes of the JDK. The first call in a process chooses. */
const char *qjvm_java_part_define_calls(jvmtiEnv *jvmti, JNIEnv *env, bool of_jdk);

/* Define the class QiiNatives, and call its method, which binds native methods again. */
void qjvm_java_part_bind_natives(JNIEnv *env);
