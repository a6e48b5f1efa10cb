#include "bindings/jvm/events/mount_events.h"

#include <stdarg.h>
#include <string.h>

#include "bindings/jvm/events/blocking.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/events/wait_rows.h"
#include "bindings/kit/library.h"

/* Bit number of the capability can_support_virtual_threads, which headers of a JDK before 21 do not declare. */
#define SUPPORTS_VIRTUAL_THREADS 44

/* Numbers of JVMTI events, which headers of a JDK before 21 do not declare. */
enum { VIRTUAL_THREAD_START = 87, VIRTUAL_THREAD_END, CALLBACKS = VIRTUAL_THREAD_END - JVMTI_MIN_EVENT_TYPE_VAL + 1 };

static jclass receiver; /* class whose static methods receive the events */
static jmethodID starts;
static jmethodID mounted;
static jmethodID leaves;
static jmethodID ends;
static jfieldID state; /* the field `state` of java.lang.VirtualThread */

/* ---- events ----------------------------------------------------------------------------------------------------- */

/* Pass an event to a static method in Java. Clear an exception that is thrown there, such as a stack overflow, since
 * the program did not cause it. */
static void report(JNIEnv *env, jmethodID method, ...)
{
    va_list list;
    va_start(list, method);
    (*env)->CallStaticVoidMethodV(env, receiver, method, list);
    va_end(list);
    (*env)->ExceptionClear(env);
}

static void JNICALL is_started(QJVM_UNUSED jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    report(env, starts, thread);
}

static void JNICALL is_mounted(jvmtiEnv *jvmti, ...)
{
    va_list list;
    va_start(list, jvmti);
    JNIEnv *env = va_arg(list, JNIEnv *);
    jthread thread = va_arg(list, jthread);
    va_end(list);
    report(env, mounted, thread);
}

/* Report that a virtual thread leaves its carrier. If the thread waits for a monitor or in Object.wait, its state is
 * still RUNNING and does not show why it leaves. Therefore also pass the reason why it waits. The recorder uses this
 * reason if the state is RUNNING. */
static void JNICALL is_unmounted(jvmtiEnv *jvmti, ...)
{
    va_list list;
    va_start(list, jvmti);
    JNIEnv *env = va_arg(list, JNIEnv *);
    jthread thread = va_arg(list, jthread);
    va_end(list);
    jint otherwise = qjvm_blocking_leave_wait() ? QPROF_REASON_WAITING
                     : qjvm_row_is_of_monitor() ? QPROF_REASON_BLOCKED
                                                : QPROF_REASON_RUNNABLE;
    report(env, leaves, thread, (*env)->GetIntField(env, thread, state), otherwise);
}

/* Report that a virtual thread has ended. This event comes after the event that it has left its carrier. */
static void JNICALL has_ended(QJVM_UNUSED jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    report(env, ends, thread);
}

/* ---- start ------------------------------------------------------------------------------------------------------ */

static void find_receiver(JNIEnv *env, const char *owner)
{
    receiver = (*env)->NewGlobalRef(env, (*env)->FindClass(env, owner));
    starts = (*env)->GetStaticMethodID(env, receiver, "starts", "(Ljava/lang/Thread;)V");
    mounted = (*env)->GetStaticMethodID(env, receiver, "mounted", "(Ljava/lang/Thread;)V");
    leaves = (*env)->GetStaticMethodID(env, receiver, "leaves", "(Ljava/lang/Thread;II)V");
    ends = (*env)->GetStaticMethodID(env, receiver, "ends", "(Ljava/lang/Thread;)V");
}

static bool is_called(const jvmtiExtensionEventInfo *event, const char *name)
{
    const char *dot = strrchr(event->id, '.');
    return dot && strcmp(dot + 1, name) == 0;
}

static bool enable(jvmtiEnv *jvmti, jint event)
{
    return (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, (jvmtiEvent)event, NULL) == JVMTI_ERROR_NONE;
}

static bool listen_to_starts_and_ends(jvmtiEnv *jvmti)
{
    void *callbacks[CALLBACKS] = {[VIRTUAL_THREAD_START - JVMTI_MIN_EVENT_TYPE_VAL] = (void *)is_started,
                                  [VIRTUAL_THREAD_END - JVMTI_MIN_EVENT_TYPE_VAL] = (void *)has_ended};
    return (*jvmti)->SetEventCallbacks(jvmti, (const jvmtiEventCallbacks *)callbacks, sizeof callbacks) ==
               JVMTI_ERROR_NONE &&
           enable(jvmti, VIRTUAL_THREAD_START) && enable(jvmti, VIRTUAL_THREAD_END);
}

static bool listen_to_switches(jvmtiEnv *jvmti)
{
    jint count = 0;
    int enabled = 0;
    jvmtiExtensionEventInfo *events = NULL;
    (*jvmti)->GetExtensionEvents(jvmti, &count, &events);
    for (jint i = 0; i < count; i++) {
        jint event = events[i].extension_event_index;
        jvmtiExtensionEvent function = is_called(&events[i], "VirtualThreadMount")     ? is_mounted
                                       : is_called(&events[i], "VirtualThreadUnmount") ? is_unmounted
                                                                                       : NULL;
        enabled += function && (*jvmti)->SetExtensionEventCallback(jvmti, event, function) == JVMTI_ERROR_NONE &&
                   enable(jvmti, event);
    }
    return enabled == 2;
}

bool qjvm_mount_events_begin(JNIEnv *env, const char *owner, jfieldID state_of_threads)
{
    struct qjvm_listener listener = {0};
    ((unsigned char *)&listener.capabilities)[SUPPORTS_VIRTUAL_THREADS / 8] = 1 << SUPPORTS_VIRTUAL_THREADS % 8;
    jvmtiEnv *jvmti = owner && state_of_threads ? qjvm_listen(&listener) : NULL;
    if (!jvmti)
        return false;
    state = state_of_threads;
    find_receiver(env, owner);
    return listen_to_starts_and_ends(jvmti) && listen_to_switches(jvmti);
}
