#include "bindings/jvm/throttle/table.h"

static jclass calls; /* QiiCalls */
static jmethodID reset, throttle;

bool qjvm_table_reset(JNIEnv *env)
{
    jclass class = calls ? NULL : (*env)->FindClass(env, "java/lang/QiiCalls");
    if (class) {
        reset = (*env)->GetStaticMethodID(env, class, "reset", "()V");
        throttle = reset ? (*env)->GetStaticMethodID(env, class, "throttle", "(IJ)V") : NULL;
        calls = throttle ? (*env)->NewGlobalRef(env, class) : NULL;
    }
    if (calls)
        (*env)->CallStaticVoidMethod(env, calls, reset);
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, class);
    return calls;
}

void qjvm_table_set(JNIEnv *env, uint32_t method, uint64_t counters)
{
    if (method < QJVM_TABLE_METHODS)
        (*env)->CallStaticVoidMethod(env, calls, throttle, (jint)method, (jlong)counters);
    (*env)->ExceptionClear(env); /* out of memory: the method is timed as before */
}

/* A retransformed class is the same as before, but compiled code that contains its methods is invalid. Frames of the
 * program's methods continue in the interpreter until they are compiled again. If their own classes were retransformed,
 * the JVM would never compile a loop again that was running. */
void qjvm_table_compile(jvmtiEnv *jvmti)
{
    (*jvmti)->RetransformClasses(jvmti, 1, &calls);
}
