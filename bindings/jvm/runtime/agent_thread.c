#include "bindings/jvm/runtime/agent_thread.h"

#include "bindings/jvm/runtime/listener.h"

/* Return the system's group of threads, NULL if there is none. */
static jthreadGroup system_group(jvmtiEnv *jvmti)
{
    jint count = 0;
    jthreadGroup *groups = NULL, first = NULL;
    if ((*jvmti)->GetTopThreadGroups(jvmti, &count, &groups) == JVMTI_ERROR_NONE && count > 0)
        first = groups[0]; /* HotSpot has one */
    (*jvmti)->Deallocate(jvmti, (unsigned char *)groups);
    return first;
}

bool qjvm_agent_thread_start(JNIEnv *env, const char *name, jvmtiStartFunction function)
{
    static const struct qjvm_listener nothing;
    static jvmtiEnv *jvmti;
    if (!jvmti)
        jvmti = qjvm_listen(&nothing);
    if (!jvmti)
        return false;
    jthreadGroup group = system_group(jvmti);
    jclass class = (*env)->FindClass(env, "java/lang/Thread");
    jmethodID make =
        class ? (*env)->GetMethodID(env, class, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V") : NULL;
    jstring text = make ? (*env)->NewStringUTF(env, name) : NULL;
    jthread thread = text ? (*env)->NewObject(env, class, make, group, text) : NULL;
    bool started = thread && (*jvmti)->RunAgentThread(jvmti, thread, function, NULL, JVMTI_THREAD_MAX_PRIORITY) ==
                                 JVMTI_ERROR_NONE;
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, thread);
    (*env)->DeleteLocalRef(env, text);
    (*env)->DeleteLocalRef(env, class);
    (*env)->DeleteLocalRef(env, group);
    return started;
}
