/* agent_thread.h - threads of the agent, which the program does not see. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Start a thread that runs this function, in the system's group, which programs seldom list. Return false if this
 * fails. */
bool qjvm_agent_thread_start(JNIEnv *env, const char *name, jvmtiStartFunction function);
