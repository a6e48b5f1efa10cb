#include "bindings/jvm/agent/mount_events.h"

#include <stdarg.h>
#include <string.h>

#include "bindings/jvm/agent/listener.h"
#include "bindings/jvm/insert/mounts.h"

/* can_support_virtual_threads, which the header of a JDK before 21 does not name. */
#define SUPPORTS_VIRTUAL_THREADS 44

static jclass told; /* the methods of which are told, as by the rewritten class (mounts.h) */
static jmethodID starts;
static jmethodID mounted;
static jmethodID unmounts;
static jfieldID state; /* of java.lang.VirtualThread */

static void JNICALL is_mounted(jvmtiEnv *jvmti, ...)
{
    va_list list;
    va_start(list, jvmti);
    JNIEnv *env = va_arg(list, JNIEnv *);
    jthread thread = va_arg(list, jthread);
    va_end(list);
    static char met;
    void *was = NULL;
    (*jvmti)->GetThreadLocalStorage(jvmti, thread, &was);
    if (!was) {
        (*jvmti)->SetThreadLocalStorage(jvmti, thread, &met);
        (*env)->CallStaticVoidMethod(env, told, starts, thread);
    }
    (*env)->CallStaticVoidMethod(env, told, mounted, thread);
}

static void JNICALL is_unmounted(jvmtiEnv *jvmti, ...)
{
    va_list list;
    va_start(list, jvmti);
    JNIEnv *env = va_arg(list, JNIEnv *);
    jthread thread = va_arg(list, jthread);
    va_end(list);
    (*env)->CallStaticVoidMethod(env, told, unmounts, thread, (*env)->GetIntField(env, thread, state));
}

/* ---- begun ------------------------------------------------------------------------------------------------------ */

static bool find_names(JNIEnv *env, const char *owner)
{
    if (!owner)
        return false;
    jclass class = (*env)->FindClass(env, QJVM_MOUNTS_CLASS);
    told = (*env)->NewGlobalRef(env, (*env)->FindClass(env, owner));
    starts = (*env)->GetStaticMethodID(env, told, "starts", "(Ljava/lang/Thread;)V");
    mounted = (*env)->GetStaticMethodID(env, told, "mounted", "(Ljava/lang/Thread;)V");
    unmounts = (*env)->GetStaticMethodID(env, told, "unmounts", "(Ljava/lang/Thread;I)V");
    state = (*env)->GetFieldID(env, class, "state", "I");
    (*env)->DeleteLocalRef(env, class);
    if (state)
        return true;
    (*env)->ExceptionClear(env);
    return false;
}

static bool is_called(const jvmtiExtensionEventInfo *event, const char *name)
{
    const char *dot = strrchr(event->id, '.');
    return dot && strcmp(dot + 1, name) == 0;
}

static bool hear(jvmtiEnv *jvmti, jint event, jvmtiExtensionEvent function)
{
    return (*jvmti)->SetExtensionEventCallback(jvmti, event, function) == JVMTI_ERROR_NONE &&
           (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, (jvmtiEvent)event, NULL) == JVMTI_ERROR_NONE;
}

static bool listen(jvmtiEnv *jvmti)
{
    jint count = 0;
    int heard = 0;
    jvmtiExtensionEventInfo *events = NULL;
    (*jvmti)->GetExtensionEvents(jvmti, &count, &events);
    for (jint i = 0; i < count; i++) {
        jvmtiExtensionEvent function = is_called(&events[i], "VirtualThreadMount")     ? is_mounted
                                       : is_called(&events[i], "VirtualThreadUnmount") ? is_unmounted
                                                                                       : NULL;
        if (function)
            heard += hear(jvmti, events[i].extension_event_index, function);
    }
    return heard == 2;
}

bool qjvm_mount_events_begin(JNIEnv *env, const char *owner)
{
    struct qjvm_listener listener = {0};
    ((unsigned char *)&listener.capabilities)[SUPPORTS_VIRTUAL_THREADS / 8] = 1 << SUPPORTS_VIRTUAL_THREADS % 8;
    JavaVM *machine;
    (*env)->GetJavaVM(env, &machine);
    jvmtiEnv *jvmti = qjvm_listen(machine, &listener);
    return jvmti && find_names(env, owner) && listen(jvmti);
}
