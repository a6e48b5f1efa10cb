#include "bindings/jvm/events/monitors.h"

#include "bindings/jvm/events/holders.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/messages.h"
#include "bindings/jvm/events/waits.h"

static struct qjvm_wait monitor = {.name = "(monitor)", .flags = QPROF_METHOD_FLAGS_BLOCKS};

bool qjvm_monitors_are_awaited(void)
{
    return qjvm_wait_is_open(&monitor) || qjvm_holder_is_awaited();
}

static void JNICALL is_contended(jvmtiEnv *jvmti, JNIEnv *env, QJVM_UNUSED jthread thread, jobject object)
{
    if (qjvm_wait_begin(&monitor))
        qjvm_holder_begin(jvmti, env, object);
}

static void JNICALL is_entered(QJVM_UNUSED jvmtiEnv *jvmti, QJVM_UNUSED JNIEnv *env, QJVM_UNUSED jthread thread,
                               QJVM_UNUSED jobject object)
{
    if (qjvm_monitors_are_awaited())
        qjvm_wait_end(&monitor);
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
