#include "bindings/jvm/events/switches.h"

#include <jni.h>

#include "bindings/kit/library.h"

static _Thread_local bool mounted;

bool qjvm_switches_is_mounted(void)
{
    return mounted;
}

/* Native methods of QiiVirtualThreads.java; the JVM finds these functions by their names. */
JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_create(JNIEnv *env, jclass class, jlong id, jstring name);
JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_resume(JNIEnv *env, jclass class, jlong id);
JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_suspend(JNIEnv *env, jclass class, jlong id, jint reason);
JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_wake(JNIEnv *env, jclass class, jlong id);
JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_destroy(JNIEnv *env, jclass class, jlong id);

void Java_java_lang_QiiVirtualThreads_create(JNIEnv *env, jclass class, jlong id, jstring name)
{
    (void)class;
    kit_library.qii.thread_create_vt((qprof_ThreadID)id, (VthreadID)id);
    const char *text = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
    if (text && *text)
        kit_library.qii.set_thread_name_vt(text, (VthreadID)id);
    if (text)
        (*env)->ReleaseStringUTFChars(env, name, text);
}

void Java_java_lang_QiiVirtualThreads_resume(JNIEnv *env, jclass class, jlong id)
{
    (void)env;
    (void)class;
    kit_library.qii.vthread_resume((VthreadID)id);
    mounted = true;
}

void Java_java_lang_QiiVirtualThreads_suspend(JNIEnv *env, jclass class, jlong id, jint reason)
{
    (void)env;
    (void)class;
    kit_library.qii.vthread_suspend((VthreadID)id, reason);
    mounted = false;
}

void Java_java_lang_QiiVirtualThreads_wake(JNIEnv *env, jclass class, jlong id)
{
    (void)env;
    (void)class;
    kit_library.qii.vthread_wake((VthreadID)id);
}

void Java_java_lang_QiiVirtualThreads_destroy(JNIEnv *env, jclass class, jlong id)
{
    (void)env;
    (void)class;
    kit_library.qii.thread_destroy_vt((VthreadID)id);
    mounted = false;
}
