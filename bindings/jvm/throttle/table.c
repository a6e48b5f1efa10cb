#include "bindings/jvm/throttle/table.h"

static jclass calls; /* QiiCalls; NULL = there was no run yet */
static jmethodID reset, throttle;

/* Find QiiCalls for the first run, whose table is empty. Return false if the JVM refuses. */
static bool find(JNIEnv *env)
{
    jclass class = (*env)->FindClass(env, "java/lang/QiiCalls");
    reset = class ? (*env)->GetStaticMethodID(env, class, "reset", "()V") : NULL;
    throttle = reset ? (*env)->GetStaticMethodID(env, class, "throttle", "(IJ)V") : NULL;
    calls = throttle ? (*env)->NewGlobalRef(env, class) : NULL;
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, class);
    return calls;
}

/* Retransform QiiCalls, although it is unchanged: this invalidates compiled code that has old entries as constants.
 * Classes that the JVM refused to restore after the last run may have such code. */
bool qjvm_table_reset(jvmtiEnv *jvmti, JNIEnv *env)
{
    if (!calls)
        return find(env);
    (*env)->CallStaticVoidMethod(env, calls, reset);
    return (*jvmti)->RetransformClasses(jvmti, 1, &calls) == JVMTI_ERROR_NONE;
}

void qjvm_table_set(JNIEnv *env, uint32_t method, uint64_t counters)
{
    if (method < QJVM_TABLE_METHODS)
        (*env)->CallStaticVoidMethod(env, calls, throttle, (jint)method, (jlong)counters);
    (*env)->ExceptionClear(env); /* out of memory: reports mark the method as throttled, though it is timed as before */
}
