#include "bindings/jvm/events/threads.h"

#include <stdio.h>
#include <string.h>

#include "bindings/jvm/runtime/contexts.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/natives.h"
#include "bindings/jvm/sample/timers.h"
#include "bindings/kit/library.h"

static jvmtiEnv *tool;

/* Name that the JVM gives to the main thread when main has returned and the thread waits for the others to end. It is
 * not recorded: in reports the thread keeps its earlier name. */
static const char waits_for_the_end[] = "DestroyJavaVM";

static void JNICALL starts(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    jvmtiThreadInfo info;
    qjvm_contexts_inherit(env);
    if ((*jvmti)->GetThreadInfo(jvmti, thread, &info) != JVMTI_ERROR_NONE)
        return;
    if (strcmp(info.name, waits_for_the_end) != 0 && !qjvm_timers_name(info.name))
        kit_library.qii.set_thread_name(info.name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
    (*env)->DeleteLocalRef(env, info.thread_group);
    (*env)->DeleteLocalRef(env, info.context_class_loader);
}

/* ---- renaming --------------------------------------------------------------------------------------------------- */

static struct qjvm_binding set_native_name;

/* Replace Thread.setNativeName, by which Thread.setName passes a name to the operating system. The library accepts only
 * a name of the calling thread. */
static void JNICALL do_set_native_name(JNIEnv *env, jobject thread, jstring name)
{
    ((void(JNICALL *)(JNIEnv *, jobject, jstring))qjvm_binding_theirs(&set_native_name))(env, thread, name);
    jthread running = NULL;
    (*tool)->GetCurrentThread(tool, &running);
    if ((*env)->IsSameObject(env, running, thread))
        starts(tool, env, thread);
    (*env)->DeleteLocalRef(env, running);
}

static const struct qjvm_native native = {"java/lang/Thread", "setNativeName", "(Ljava/lang/String;)V",
                                          (void *)do_set_native_name, &set_native_name};
static struct qjvm_natives natives = {.items = &native, .count = 1};

/* ---- start ------------------------------------------------------------------------------------------------------ */

void qjvm_threads_begin(JNIEnv *env, jthread first)
{
    static const struct qjvm_listener listener = {.callbacks = {.ThreadStart = starts},
                                                  .events = {JVMTI_EVENT_THREAD_START}};
    tool = qjvm_listen(&listener);
    if (!tool)
        return;
    if (first)
        starts(tool, env, first);
    qjvm_natives_add(&natives);
}
