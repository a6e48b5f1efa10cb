#include "bindings/jvm/runtime/agent_thread.h"

#include "bindings/jvm/runtime/listener.h"

bool qjvm_agent_thread_start(JNIEnv *env, const char *name, jvmtiStartFunction function)
{
    static const struct qjvm_listener nothing;
    static jvmtiEnv *jvmti;
    if (!jvmti)
        jvmti = qjvm_listen(&nothing);
    jclass class = (*env)->FindClass(env, "java/lang/Thread");
    jmethodID make = class ? (*env)->GetMethodID(env, class, "<init>", "(Ljava/lang/String;)V") : NULL;
    jstring text = make ? (*env)->NewStringUTF(env, name) : NULL;
    jthread thread = text ? (*env)->NewObject(env, class, make, text) : NULL;
    bool started =
        thread && jvmti &&
        (*jvmti)->RunAgentThread(jvmti, thread, function, NULL, JVMTI_THREAD_MAX_PRIORITY) == JVMTI_ERROR_NONE;
    (*env)->DeleteLocalRef(env, thread);
    (*env)->DeleteLocalRef(env, text);
    (*env)->DeleteLocalRef(env, class);
    return started;
}
