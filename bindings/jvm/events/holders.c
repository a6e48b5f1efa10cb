#include "bindings/jvm/events/holders.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/events/waits.h"
#include "bindings/jvm/methods/wanted.h"
#include "bindings/kit/strings.h"

/* ---- known holders ----------------------------------------------------------------------------------------------- */

struct holder {
    struct qjvm_wait wait;
    struct holder *next;
};

/* List of known holders. Holders are never removed, so that readers need no lock. */
static struct holder *holders;

/* Return the holder with this name. If there is none, add it. Take ownership of the name. Return NULL if out of memory.
 * Only one thread at a time may call this function. */
static struct holder *find_or_add(char *name)
{
    struct holder *holder = holders;
    while (holder && strcmp(holder->wait.name, name) != 0)
        holder = holder->next;
    struct holder *added = holder ? NULL : malloc(sizeof *added);
    if (!added) {
        free(name);
        return holder;
    }
    *added = (struct holder){{.name = name, .flags = QPROF_METHOD_FLAGS_BLOCKS}, holders};
    __atomic_store_n(&holders, added, __ATOMIC_RELEASE);
    return added;
}

bool qjvm_holder_is_awaited(void)
{
    const struct holder *holder = __atomic_load_n(&holders, __ATOMIC_ACQUIRE);
    while (holder && !qjvm_wait_is_open(&holder->wait))
        holder = holder->next;
    return holder;
}

/* ---- a thread's position ----------------------------------------------------------------------------------------- */

/* Return a name such as "(held in app.Store.get(int))", to be freed. Return NULL if the method's class is not recorded,
 * or if out of memory. */
static char *describe(jvmtiEnv *jvmti, JNIEnv *env, jmethodID method)
{
    jclass declaring;
    if ((*jvmti)->GetMethodDeclaringClass(jvmti, method, &declaring) != JVMTI_ERROR_NONE)
        return NULL;
    char *class_name = qjvm_wanted_name(jvmti, env, declaring);
    char *name, *descriptor, *described = NULL;
    if (class_name && (*jvmti)->GetMethodName(jvmti, method, &name, &descriptor, NULL) == JVMTI_ERROR_NONE) {
        char *function = qjvm_names_function(qjvm_text_of(class_name), qjvm_text_of(name), qjvm_text_of(descriptor));
        if (function)
            described = kit_format("(held in %s)", function);
        free(function);
        (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
        (*jvmti)->Deallocate(jvmti, (unsigned char *)descriptor);
    }
    free(class_name);
    return described;
}

static char *describe_position(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    enum { DEPTH = 32 };
    jvmtiFrameInfo frames[DEPTH];
    jint count = 0;
    char *described = NULL;
    if ((*jvmti)->GetStackTrace(jvmti, thread, 0, DEPTH, frames, &count) != JVMTI_ERROR_NONE)
        return NULL;
    for (jint i = 0; i < count && !described; i++)
        described = describe(jvmti, env, frames[i].method);
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

static jthread owner_of(jvmtiEnv *jvmti, jobject object)
{
    jvmtiMonitorUsage usage;
    if ((*jvmti)->GetObjectMonitorUsage(jvmti, object, &usage) != JVMTI_ERROR_NONE)
        return NULL;
    (*jvmti)->Deallocate(jvmti, (unsigned char *)usage.waiters);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)usage.notify_waiters);
    return usage.owner;
}

/* Return the name for the method in which the monitor's holder is, to be freed; NULL if the method is unknown. */
static char *query_holder(jvmtiEnv *jvmti, JNIEnv *env, jobject object)
{
    enum { REFERENCES = 128 }; /* local references: two for each frame, and one for each thread that waits */
    char *name = NULL;
    if ((*env)->PushLocalFrame(env, REFERENCES) != JNI_OK)
        return NULL;
    jthread owner = owner_of(jvmti, object);
    if (owner)
        name = describe_position(jvmti, env, owner);
    (*env)->PopLocalFrame(env, NULL);
    return name;
}

/* Only one thread at a time queries. If a hundred threads queried at once, the holder would be gone before most of them
 * had an answer. */
void qjvm_holder_begin(jvmtiEnv *jvmti, JNIEnv *env, jobject object)
{
    static bool is_busy;
    if (__atomic_exchange_n(&is_busy, true, __ATOMIC_ACQUIRE))
        return;
    char *name = may_query() ? query_holder(jvmti, env, object) : NULL;
    struct holder *holder = name ? find_or_add(name) : NULL;
    __atomic_store_n(&is_busy, false, __ATOMIC_RELEASE);
    if (holder)
        qjvm_wait_begin(&holder->wait);
}
