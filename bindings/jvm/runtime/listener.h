/* listener.h - separate JVMTI environments for the modules of the agent that listen to JVM events, so that each chooses
 * its capabilities, events and callbacks independently. */
#pragma once

#include <jvmti.h>

struct qjvm_listener {
    jvmtiCapabilities capabilities;
    jvmtiEventCallbacks callbacks;
    jvmtiEvent events[2]; /* enabled from the beginning; 0 = none */
};

/* This JVM. Set by the agent when it is loaded. */
extern JavaVM *qjvm_machine;

/* Return a new environment. Return NULL if the JVM does not support all that is requested. */
jvmtiEnv *qjvm_listen(const struct qjvm_listener *listener);
