#include "bindings/jvm/agent/virtual_threads.h"

#include <stdio.h>
#include <string.h>

#include "bindings/jvm/agent/java_part.h"
#include "bindings/jvm/insert/mounts.h"
#include "bindings/jvm/insert/rewrite.h"
#include "bindings/kit/library.h"

/* ---- what it tells: the JVM finds this by its names -------------------------------------------------------------- */

JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_create(JNIEnv *env, jclass class, jlong id, jstring name);
JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_resume(JNIEnv *env, jclass class, jlong id);
JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_suspend(JNIEnv *env, jclass class, jlong id, jint reason);
JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_wake(JNIEnv *env, jclass class, jlong id);
JNIEXPORT void JNICALL Java_java_lang_QiiVirtualThreads_destroy(JNIEnv *env, jclass class, jlong id);

static _Thread_local bool mounted;

bool qjvm_virtual_threads_is_mounted(void)
{
    return mounted;
}

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

/* ---- rewritten -------------------------------------------------------------------------------------------------- */

static const char *owner; /* of what is called; NULL = it is not defined */

bool qjvm_virtual_threads_is(const char *class_name)
{
    return owner && strcmp(class_name, QJVM_MOUNTS_CLASS) == 0;
}

static struct qjvm_answer answer(void *data, const struct qjvm_class *class, const struct qjvm_method *method)
{
    (void)data;
    (void)class;
    bool has = qjvm_mounts_has(method->name, method->descriptor);
    return (struct qjvm_answer){.insertion = has ? QJVM_MOUNTS : QJVM_NOTHING};
}

static void unchanged(void *data, const struct qjvm_class *class, const char *method, const char *why)
{
    (void)data;
    fprintf(stderr, "qii: %s.%s stays as it was (%s): virtual threads are not told apart\n", class->name,
            method ? method : "*", why);
}

unsigned char *qjvm_virtual_threads_rewrite(const unsigned char *bytes, size_t size, size_t *new_size)
{
    const struct qjvm_rewriting rewriting = {.owner = owner, .method = answer, .unchanged = unchanged};
    return qjvm_rewrite(&rewriting, bytes, size, new_size);
}

void qjvm_virtual_threads_begin(jvmtiEnv *jvmti, JNIEnv *env)
{
    jclass class = (*env)->FindClass(env, QJVM_MOUNTS_CLASS);
    if (!class) {
        (*env)->ExceptionClear(env);
        return;
    }
    owner = qjvm_java_part_define_virtual_threads(env);
    if (!owner || (*jvmti)->RetransformClasses(jvmti, 1, &class) != JVMTI_ERROR_NONE)
        fprintf(stderr, "qii: java.lang.VirtualThread stays as it was: virtual threads are not told apart\n");
    (*env)->DeleteLocalRef(env, class);
}
