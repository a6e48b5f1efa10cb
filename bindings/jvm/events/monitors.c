#include "bindings/jvm/events/monitors.h"

#include "bindings/jvm/events/holders.h"
#include "bindings/jvm/events/waits.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/messages.h"

/* Return the thread that holds the monitor, as a local reference; NULL if it is unknown, or a virtual thread. The JVM
 * stops all threads to find it. */
static jthread find_holder(jvmtiEnv *jvmti, JNIEnv *env, jobject object)
{
    jvmtiMonitorUsage usage;
    if ((*jvmti)->GetObjectMonitorUsage(jvmti, object, &usage) != JVMTI_ERROR_NONE)
        return NULL;
    for (jint i = 0; i < usage.waiter_count; i++)
        (*env)->DeleteLocalRef(env, usage.waiters[i]);
    for (jint i = 0; i < usage.notify_waiter_count; i++)
        (*env)->DeleteLocalRef(env, usage.notify_waiters[i]);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)usage.waiters);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)usage.notify_waiters);
    return usage.owner;
}

static void JNICALL is_contended(jvmtiEnv *jvmti, JNIEnv *env, QJVM_UNUSED jthread thread, jobject object)
{
    if (qjvm_wait_is_recorded() && qjvm_row_begin(QJVM_ROW_MONITOR, jvmti, env, object) && qjvm_holder_begin_query())
        qjvm_holder_end_query(jvmti, env, QJVM_ROW_MONITOR_HOLDER, find_holder(jvmti, env, object));
}

static void JNICALL is_entered(QJVM_UNUSED jvmtiEnv *jvmti, QJVM_UNUSED JNIEnv *env, QJVM_UNUSED jthread thread,
                               QJVM_UNUSED jobject object)
{
    if (qjvm_row_is_of_monitor())
        qjvm_row_end();
}

void qjvm_monitors_begin(void)
{
    static const struct qjvm_listener listener = {
        .capabilities = {.can_generate_monitor_events = 1, .can_get_monitor_info = 1},
        .callbacks = {.MonitorContendedEnter = is_contended, .MonitorContendedEntered = is_entered},
        .events = {JVMTI_EVENT_MONITOR_CONTENDED_ENTER, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED}};
    if (!qjvm_listen(&listener))
        qjvm_message("this JVM does not report contended monitors: threads that wait for one are shown as running");
}
