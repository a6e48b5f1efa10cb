#include "bindings/jvm/events/holders.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/methods/wanted.h"

/* ---- a thread's position ----------------------------------------------------------------------------------------- */

/* Return a name such as app.Store.get(int), to be freed. Return NULL if the method's class is not recorded, or if out
 * of memory. */
static char *describe(jvmtiEnv *jvmti, JNIEnv *env, jmethodID method)
{
    jclass declaring;
    if ((*jvmti)->GetMethodDeclaringClass(jvmti, method, &declaring) != JVMTI_ERROR_NONE)
        return NULL;
    char *class_name = qjvm_wanted_name(jvmti, env, declaring);
    char *name, *descriptor, *described = NULL;
    if (class_name && (*jvmti)->GetMethodName(jvmti, method, &name, &descriptor, NULL) == JVMTI_ERROR_NONE) {
        described = qjvm_names_function(qjvm_text_of(class_name), qjvm_text_of(name), qjvm_text_of(descriptor));
        (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
        (*jvmti)->Deallocate(jvmti, (unsigned char *)descriptor);
    }
    free(class_name);
    return described;
}

/* Return the name of the innermost method on the thread's stack that is recorded, to be freed; NULL if there is none.
 */
static char *describe_position(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    enum { DEPTH = 32 };
    jvmtiFrameInfo frames[DEPTH];
    jint count = 0;
    char *described = NULL;
    if ((*env)->PushLocalFrame(env, 2 * DEPTH) != JNI_OK) { /* two local references for each frame */
        (*env)->ExceptionClear(env);
        return NULL;
    }
    if ((*jvmti)->GetStackTrace(jvmti, thread, 0, DEPTH, frames, &count) != JVMTI_ERROR_NONE)
        count = 0;
    for (jint i = 0; i < count && !described; i++)
        described = describe(jvmti, env, frames[i].method);
    (*env)->PopLocalFrame(env, NULL);
    return described;
}

/* ---- queries ----------------------------------------------------------------------------------------------------- */

/* Return whether a query is allowed now. A query takes 50 to 100 microseconds, and the holder is stopped for part of
 * this time, so 100 queries a second cost 1 %. Waits come in bursts. Therefore queries that were allowed in the last
 * second but not made are still allowed. */
static bool may_query(void)
{
    enum { INTERVAL = 10000000, BURST = 1000000000 }; /* nanoseconds */
    static uint64_t next;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    uint64_t now = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
    if (next + BURST < now)
        next = now - BURST;
    bool may = next <= now;
    next += may ? INTERVAL : 0;
    return may;
}

/* Only one thread at a time queries. If a hundred threads queried at once, the holder would be gone before most of them
 * had an answer. */
static bool is_busy;

bool qjvm_holder_begin_query(void)
{
    if (__atomic_exchange_n(&is_busy, true, __ATOMIC_ACQUIRE))
        return false;
    bool may = may_query();
    if (!may)
        __atomic_store_n(&is_busy, false, __ATOMIC_RELEASE);
    return may;
}

void qjvm_holder_end_query(jvmtiEnv *jvmti, JNIEnv *env, enum qjvm_row_kind row, jthread holder)
{
    char *function = holder ? describe_position(jvmti, env, holder) : NULL;
    __atomic_store_n(&is_busy, false, __ATOMIC_RELEASE);
    if (function)
        qjvm_row_begin_holder(row, function);
    free(function);
}
