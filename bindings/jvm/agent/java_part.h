/* java_part.h - the classes in Java that rewritten code calls.
 *
 * They lie in the agent's own file, and are defined in java.lang of java.base: what every class loader finds, also
 * those that hand on no other package, such as those of OSGi; and what may use the JDK's inside. */
#ifndef QJVM_JAVA_PART_H
#define QJVM_JAVA_PART_H

#include <jni.h>
#include <jvmti.h>
#include <stdbool.h>

/* Define the classes, once the JVM is initialized and the library loaded. Returns the internal name of the class that
 * counts lines, or of the one that calls enter and leave: through the foreign-function interface from JDK 22 on, else,
 * or with QII_JVM_CALLS=native, through JNI. NULL where it cannot be defined; the JVM has said why on stderr. */
const char *qjvm_java_part_define(jvmtiEnv *jvmti, JNIEnv *env, bool lines);

/* The same for the class that virtual threads tell of themselves (virtual_threads.h). */
const char *qjvm_java_part_define_virtual_threads(JNIEnv *env);

/* The same for the class in whose name natives are bound again (natives.h), and let it do so. */
void qjvm_java_part_bind_natives(JNIEnv *env);

#endif
