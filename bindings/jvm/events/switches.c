#include "bindings/jvm/events/switches.h"

#include "bindings/jvm/events/locks.h"
#include "bindings/jvm/events/wait_rows.h"
#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/sample/suspensions.h"
#include "bindings/jvm/sample/virtuals.h"
#include "bindings/kit/library.h"

static _Thread_local bool mounted; /* of a run without samples */

bool qjvm_switches_is_mounted(void)
{
    return mounted || qjvm_virtuals_rows();
}

/* ---- native methods of QiiVirtualThreads.java -------------------------------------------------------------------- */

QJVM_NATIVE(void, QiiVirtualThreads, create, jlong id, jstring name)
{
    const char *text = qjvm_java_part_text(env, name);
    if (qjvm_virtuals_are_sampled()) {
        qjvm_virtuals_create((VthreadID)id, text);
    } else {
        kit_library.qii.thread_create_vt((qprof_ThreadID)id, (VthreadID)id);
        if (text && *text)
            kit_library.qii.set_thread_name_vt(text, (VthreadID)id);
    }
    qjvm_java_part_release(env, name, text);
}

QJVM_NATIVE(void, QiiVirtualThreads, resume, jlong id, jobject thread)
{
    if (qjvm_virtuals_are_sampled()) {
        qjvm_virtuals_run((VthreadID)id);
        qjvm_suspensions_mounted(thread);
        return;
    }
    kit_library.qii.vthread_resume((VthreadID)id);
    mounted = true;
}

QJVM_NATIVE(void, QiiVirtualThreads, beginPark, jobject object)
{
    qjvm_park_begin(env, object);
}

QJVM_NATIVE(void, QiiVirtualThreads, endPark)
{
    qjvm_row_end();
}

QJVM_NATIVE(void, QiiVirtualThreads, suspend, jlong id, jint reason)
{
    if (qjvm_virtuals_are_sampled()) {
        qjvm_suspensions_leave(reason);
        qjvm_virtuals_run(0);
        return;
    }
    kit_library.qii.vthread_suspend((VthreadID)id, reason);
    mounted = false;
}

QJVM_NATIVE(void, QiiVirtualThreads, wake, jlong id)
{
    if (qjvm_virtuals_are_sampled())
        qjvm_virtuals_wake((VthreadID)id);
    else
        kit_library.qii.vthread_wake((VthreadID)id);
}

QJVM_NATIVE(void, QiiVirtualThreads, destroy, jlong id)
{
    if (qjvm_virtuals_are_sampled()) {
        qjvm_virtuals_destroy((VthreadID)id);
        return;
    }
    kit_library.qii.thread_destroy_vt((VthreadID)id);
    mounted = false;
}
