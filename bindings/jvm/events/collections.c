#include "bindings/jvm/events/collections.h"

#include <stdbool.h>

#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/messages.h"
#include "bindings/kit/library.h"

/* A garbage collection begins. All threads that run Java are stopped, so this function and the library functions that
 * it calls must not call the JVM; the same applies to `ends`. */
static void JNICALL begins(QJVM_UNUSED jvmtiEnv *jvmti)
{
    static _Thread_local bool named;
    if (!named)
        kit_library.qii.set_thread_name("garbage collector");
    named = true;
    kit_library.qii.enter_method(qprof_GarbageCollector);
}

static void JNICALL ends(QJVM_UNUSED jvmtiEnv *jvmti)
{
    kit_library.qii.leave_method(qprof_GarbageCollector);
}

void qjvm_collections_begin(void)
{
    static const struct qjvm_listener listener = {
        .capabilities = {.can_generate_garbage_collection_events = 1},
        .callbacks = {.GarbageCollectionStart = begins, .GarbageCollectionFinish = ends},
        .events = {JVMTI_EVENT_GARBAGE_COLLECTION_START, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH}};
    if (!qjvm_listen(&listener))
        qjvm_message("this JVM does not report garbage collections");
}
