/* listener.h - a part of the agent that listens to events of the JVM is a tool of its own there: what it is capable of,
 * what it hears and by which functions is no other part's business. */
#ifndef QJVM_LISTENER_H
#define QJVM_LISTENER_H

#include <jvmti.h>

struct qjvm_listener {
    jvmtiCapabilities capabilities;
    jvmtiEventCallbacks callbacks;
    jvmtiEvent events[2]; /* that are heard from the beginning on; 0 is none */
};

/* Returns NULL where the JVM lacks something of it. */
jvmtiEnv *qjvm_listen(JavaVM *machine, const struct qjvm_listener *listener);

#endif
