/* listener.h - separate JVMTI environments for the modules of the agent that listen to JVM events, so that each chooses
 * its capabilities, events and callbacks independently. */
#ifndef QJVM_LISTENER_H
#define QJVM_LISTENER_H

#include <jvmti.h>

struct qjvm_listener {
    jvmtiCapabilities capabilities;
    jvmtiEventCallbacks callbacks;
    jvmtiEvent events[2]; /* enabled from the beginning; 0 = none */
};

/* Return a new environment. Return NULL if the JVM does not support all that is requested. */
jvmtiEnv *qjvm_listen(JavaVM *machine, const struct qjvm_listener *listener);

#endif
