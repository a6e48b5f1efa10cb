/* running.h - threads of the program that run already when samples begin, in a JVM to which the agent is attached. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>
#include <sys/types.h>

/* Find the Java threads that run, except the calling one, which attaches the agent, and the one with this JNIEnv, which
 * records samples. Return false if they cannot be found. */
bool qjvm_running_find(jvmtiEnv *jvmti, JNIEnv *env, const JNIEnv *recorder);

/* Call begin for each thread of the process except the calling one, with its id in the system. Some are not Java's. */
void qjvm_running_visit(void (*begin)(pid_t system_id));

/* Async-signal-safe: return the calling thread's JNIEnv if qjvm_running_find found the thread, otherwise NULL. */
JNIEnv *qjvm_running_env(void);

/* Return the name that a thread had when it was found; NULL = none. */
const char *qjvm_running_name(const JNIEnv *env);
