/* listener.h - JVMTI environments for modules of the agent that listen to JVM events. Each module has its own
 * environment, so that it chooses capabilities, events and callbacks independently of the others. */
#pragma once

#include <jvmti.h>

/* Parameter that a callback gets and does not need. */
#define QJVM_UNUSED __attribute__((unused))

struct qjvm_listener {
    jvmtiCapabilities capabilities;
    jvmtiEventCallbacks callbacks;
    jvmtiEvent events[3]; /* events that are enabled at once; 0 = none */
};

/* JVM of this process. The agent sets it when it is loaded. */
extern JavaVM *qjvm_machine;

/* Return a new environment. If the JVM does not support all that `listener` requests, return NULL. */
jvmtiEnv *qjvm_listen(const struct qjvm_listener *listener);
