#include "bindings/jvm/agent/java_part.h"

#include <stdlib.h>

#include "bindings/jvm/agent/java_classes.h"
#include "bindings/kit/library.h"

/* ---- their native methods: the JVM finds them by these names ----------------------------------------------------- */

JNIEXPORT void JNICALL Java_java_lang_QiiNativeCalls_enter(JNIEnv *env, jclass class, jint method);
JNIEXPORT void JNICALL Java_java_lang_QiiNativeCalls_leave(JNIEnv *env, jclass class, jint method);
JNIEXPORT void JNICALL Java_java_lang_QiiNativeCalls_caught(JNIEnv *env, jclass class, jint method);
JNIEXPORT void JNICALL Java_java_lang_QiiForeignCalls_caught(JNIEnv *env, jclass class, jint method);
JNIEXPORT jlong JNICALL Java_java_lang_QiiForeignCalls_enterAddress(JNIEnv *env, jclass class);
JNIEXPORT jlong JNICALL Java_java_lang_QiiForeignCalls_leaveAddress(JNIEnv *env, jclass class);
JNIEXPORT void JNICALL Java_java_lang_QiiPhases_begin(JNIEnv *env, jclass class, jstring name);

void Java_java_lang_QiiNativeCalls_enter(JNIEnv *env, jclass class, jint method)
{
    (void)env;
    (void)class;
    kit_library.qii.enter_method((qprof_MethodID)method);
}

void Java_java_lang_QiiNativeCalls_leave(JNIEnv *env, jclass class, jint method)
{
    (void)env;
    (void)class;
    kit_library.qii.leave_method((qprof_MethodID)method);
}

void Java_java_lang_QiiNativeCalls_caught(JNIEnv *env, jclass class, jint method)
{
    (void)env;
    (void)class;
    kit_library.qii.return_to_method((qprof_MethodID)method);
}

void Java_java_lang_QiiForeignCalls_caught(JNIEnv *env, jclass class, jint method)
{
    Java_java_lang_QiiNativeCalls_caught(env, class, method);
}

jlong Java_java_lang_QiiForeignCalls_enterAddress(JNIEnv *env, jclass class)
{
    (void)env;
    (void)class;
    return (jlong)(uintptr_t)kit_library.qii.enter_method;
}

jlong Java_java_lang_QiiForeignCalls_leaveAddress(JNIEnv *env, jclass class)
{
    (void)env;
    (void)class;
    return (jlong)(uintptr_t)kit_library.qii.leave_method;
}

void Java_java_lang_QiiPhases_begin(JNIEnv *env, jclass class, jstring name)
{
    (void)class;
    const char *text = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
    if (text && kit_library.qii.new_phase_named)
        kit_library.qii.new_phase_named(text);
    else
        kit_library.qii.new_phase();
    if (text)
        (*env)->ReleaseStringUTFChars(env, name, text);
}

/* ---- the classes ------------------------------------------------------------------------------------------------ */

/* Return the class if an earlier run has defined it, else NULL. */
static jclass find(JNIEnv *env, const char *name)
{
    jclass class = (*env)->FindClass(env, name);
    (*env)->ExceptionClear(env);
    return class;
}

/* Define a class and look up a static method, which initializes the class. Return its name, NULL after a failure. */
static const char *define(JNIEnv *env, const char *name, const struct qjvm_java_class *file, const char *method,
                          const char *descriptor)
{
    jclass class = find(env, name);
    if (!class)
        class = (*env)->DefineClass(env, name, NULL, (const jbyte *)file->bytes, file->size);
    bool ready = class && (*env)->GetStaticMethodID(env, class, method, descriptor);
    if ((*env)->ExceptionCheck(env))
        (*env)->ExceptionDescribe(env);
    return ready ? name : NULL;
}

static int java_version(jvmtiEnv *jvmti)
{
    char *text = NULL;
    if ((*jvmti)->GetSystemProperty(jvmti, "java.vm.specification.version", &text) != JVMTI_ERROR_NONE)
        return 0;
    int version = atoi(text);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)text);
    return version;
}

const char *qjvm_java_part_define_counters(JNIEnv *env)
{
    return define(env, "java/lang/QiiCounters", &qjvm_java_class_counters, "count", "(J)V");
}

bool qjvm_java_part_define_phases(JNIEnv *env)
{
    return define(env, "java/lang/QiiPhases", &qjvm_java_class_phases, "begin", "(Ljava/lang/String;)V");
}

const char *qjvm_java_part_define_calls(jvmtiEnv *jvmti, JNIEnv *env, bool of_jdk)
{
    if (of_jdk || java_version(jvmti) < 22)
        return define(env, "java/lang/QiiNativeCalls", &qjvm_java_class_native_calls, "enter", "(I)V");
    return define(env, "java/lang/QiiForeignCalls", &qjvm_java_class_foreign_calls, "enter", "(I)V");
}

const char *qjvm_java_part_define_virtual_threads(JNIEnv *env)
{
    return define(env, "java/lang/QiiVirtualThreads", &qjvm_java_class_virtual_threads, "mounted",
                  "(Ljava/lang/Thread;)V");
}

void qjvm_java_part_bind_natives(JNIEnv *env)
{
    const char *name = define(env, "java/lang/QiiNatives", &qjvm_java_class_natives, "bind", "()V");
    jclass class = name ? (*env)->FindClass(env, name) : NULL;
    if (class)
        (*env)->CallStaticVoidMethod(env, class, (*env)->GetStaticMethodID(env, class, "bind", "()V"));
    if ((*env)->ExceptionCheck(env))
        (*env)->ExceptionDescribe(env);
    (*env)->DeleteLocalRef(env, class);
}
