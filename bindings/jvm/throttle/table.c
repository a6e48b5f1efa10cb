#include "bindings/jvm/throttle/table.h"

static jvmtiEnv *compiler;
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

/* Classes that the JVM refused to restore after the last run may have code with old entries. */
bool qjvm_table_reset(jvmtiEnv *jvmti, JNIEnv *env)
{
    compiler = jvmti;
    if (!calls)
        return find(env);
    (*env)->CallStaticVoidMethod(env, calls, reset);
    qjvm_table_compile();
    return true;
}

void qjvm_table_set(JNIEnv *env, uint32_t method, uint64_t counters)
{
    if (method < QJVM_TABLE_METHODS)
        (*env)->CallStaticVoidMethod(env, calls, throttle, (jint)method, (jlong)counters);
    (*env)->ExceptionClear(env); /* out of memory: reports mark the method as throttled, though it is timed as before */
}

/* A retransformed class is the same as before, but compiled code that contains its methods is invalid. Frames of the
 * program's methods continue in the interpreter until they are compiled again. If their own classes were retransformed,
 * the JVM would never compile a loop again that was running. */
void qjvm_table_compile(void)
{
    (*compiler)->RetransformClasses(compiler, 1, &calls); /* if it fails, compiled code reads the entries */
}
