/* java_part.h - the classes in Java that rewritten code calls.
 *
 * They lie in the agent's own file, and are defined in java.lang of java.base: what every class loader finds, also
 * those that hand on no other package, such as those of OSGi; and what may use the JDK's inside. */
#ifndef QJVM_JAVA_PART_H
#define QJVM_JAVA_PART_H

#include <jni.h>
#include <jvmti.h>
#include <stdbool.h>

/* Define a class, once the JVM is initialized and the library loaded. Returns its internal name, NULL where it cannot
 * be defined; the JVM has said why on stderr. The first one has enter and leave: through the foreign-function interface
 * from JDK 22 on, else through JNI; so too with QII_JVM_CALLS=native, and where the JDK's own classes are told, since
 * it is by them that the JVM links a foreign call. The second one counts, the third one is told what virtual threads do
 * (virtual_threads.h). */
const char *qjvm_java_part_define_calls(jvmtiEnv *jvmti, JNIEnv *env, bool of_jdk);
const char *qjvm_java_part_define_counters(JNIEnv *env);

/* The class by which a program begins a phase (qii.Phases). Returns whether it is there. */
bool qjvm_java_part_define_phases(JNIEnv *env);
const char *qjvm_java_part_define_virtual_threads(JNIEnv *env);

/* The same for the class in whose name natives are bound again (natives.h), and let it do so. */
void qjvm_java_part_bind_natives(JNIEnv *env);

#endif
