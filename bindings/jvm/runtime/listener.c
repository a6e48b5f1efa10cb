#include "bindings/jvm/runtime/listener.h"

#include <stdbool.h>

JavaVM *qjvm_machine;

static bool listen(jvmtiEnv *jvmti, const struct qjvm_listener *listener)
{
    bool done =
        (*jvmti)->AddCapabilities(jvmti, &listener->capabilities) == JVMTI_ERROR_NONE &&
        (*jvmti)->SetEventCallbacks(jvmti, &listener->callbacks, sizeof listener->callbacks) == JVMTI_ERROR_NONE;
    for (size_t i = 0; i < sizeof listener->events / sizeof *listener->events && done; i++)
        if (listener->events[i])
            done =
                (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, listener->events[i], NULL) == JVMTI_ERROR_NONE;
    return done;
}

jvmtiEnv *qjvm_listen(const struct qjvm_listener *listener)
{
    jvmtiEnv *jvmti;
    if ((*qjvm_machine)->GetEnv(qjvm_machine, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK)
        return NULL;
    if (listen(jvmti, listener))
        return jvmti;
    (*jvmti)->DisposeEnvironment(jvmti);
    return NULL;
}
