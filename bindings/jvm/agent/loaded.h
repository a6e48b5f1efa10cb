/* loaded.h - classes that are loaded already. */
#ifndef QJVM_LOADED_H
#define QJVM_LOADED_H

#include <jvmti.h>

/* Have the class file load hook asked about each of them that is wanted (wanted.h), as if it were loaded now. Their
 * calls that are on their way go on in the old code. Before a program begins, an AOT cache or another agent may have
 * loaded classes of the application. Cost: with 10,000 wanted classes a second or more. */
void qjvm_loaded_rewrite(jvmtiEnv *jvmti, JNIEnv *env);

#endif
