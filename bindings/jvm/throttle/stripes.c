#include "bindings/jvm/throttle/stripes.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/kit/strings.h"

/* Counters that only carriers of virtual threads get, if the JVM has virtual threads. Carriers start late, when a
 * server's other threads have taken all counters. With three, one of four threads that the program's first thread
 * starts would add atomically, and methods that call tiny ones took a fifth more time (bench/java/shares). */
#define CARRIER_COUNTERS 2

#define VERSION_19       0x00130000 /* JNI version of the first JDK with virtual threads */

#define THREADS          (1 << 20) /* threads with this number or a higher one share counter 0; also in QiiCounters.java */

static uint8_t *stripes; /* by number of a thread; of its MiB only the pages in use take memory */
static bool taken[QJVM_STRIPES] = {true};
static int first_reserved = QJVM_STRIPES; /* first counter that only carriers get; QJVM_STRIPES = none */
static jobject first_thread; /* the program's first thread, which keeps counter 1; NULL if the agent was attached */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static jfieldID number; /* Thread.tid, which QiiCounters reads, too */

/* Return the entry of a thread, NULL if it has none. */
static uint8_t *entry_of(JNIEnv *env, jthread thread)
{
    jlong tid = (*env)->GetLongField(env, thread, number);
    return tid >= 0 && tid < THREADS ? &stripes[tid] : NULL;
}

/* Give the thread the first free counter from `first` up to but not including `end`, unless it has one already. */
static void give(JNIEnv *env, jthread thread, int first, int end)
{
    uint8_t *entry = entry_of(env, thread);
    pthread_mutex_lock(&lock);
    for (int i = first; entry && i < end && *entry == 0; i++)
        if (!taken[i]) {
            taken[i] = true;
            *entry = (uint8_t)i;
        }
    pthread_mutex_unlock(&lock);
}

enum kind {
    SYSTEM, /* a thread of the JDK or of this agent: in the system's group, which has no parent, or in the group for
             * threads without permissions */
    CARRIER,
    PROGRAM
};

static enum kind kind_of(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    jvmtiThreadInfo info;
    jvmtiThreadGroupInfo group = {0};
    if ((*jvmti)->GetThreadInfo(jvmti, thread, &info) != JVMTI_ERROR_NONE)
        return SYSTEM;
    bool known =
        info.thread_group && (*jvmti)->GetThreadGroupInfo(jvmti, info.thread_group, &group) == JVMTI_ERROR_NONE;
    enum kind kind = !known                                                        ? PROGRAM
                     : kit_is(group.name, "CarrierThreads")                        ? CARRIER
                     : !group.parent || kit_is(group.name, "InnocuousThreadGroup") ? SYSTEM
                                                                                   : PROGRAM;
    (*jvmti)->Deallocate(jvmti, (unsigned char *)group.name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
    (*env)->DeleteLocalRef(env, group.parent);
    (*env)->DeleteLocalRef(env, info.thread_group);
    (*env)->DeleteLocalRef(env, info.context_class_loader);
    return kind;
}

/* System threads count few calls, so they share counter 0. */
static void JNICALL starts(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    enum kind kind = kind_of(jvmti, env, thread);
    if (kind == CARRIER)
        give(env, thread, first_reserved, QJVM_STRIPES);
    if (kind != SYSTEM)
        give(env, thread, 1, first_reserved);
}

/* The thread may still count calls after this event, as a system thread that ends. Then it shares counter 0. */
static void JNICALL ends(QJVM_UNUSED jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    uint8_t *entry = entry_of(env, thread);
    bool keeps = (*env)->IsSameObject(env, thread, first_thread);
    pthread_mutex_lock(&lock);
    if (entry && *entry && !keeps) {
        taken[*entry] = false;
        *entry = 0;
    }
    pthread_mutex_unlock(&lock);
}

QJVM_NATIVE(jobject, QiiCounters, first)
{
    return (*env)->NewLocalRef(env, first_thread);
}

QJVM_NATIVE(jlong, QiiCounters, stripes)
{
    return (jlong)(uintptr_t)stripes;
}

bool qjvm_stripes_begin(JNIEnv *env, jthread first)
{
    static const struct qjvm_listener listener = {.callbacks = {.ThreadStart = starts, .ThreadEnd = ends},
                                                  .events = {JVMTI_EVENT_THREAD_START, JVMTI_EVENT_THREAD_END}};
    if (stripes)
        return true;
    jclass class = (*env)->FindClass(env, "java/lang/Thread");
    number = class ? (*env)->GetFieldID(env, class, "tid", "J") : NULL;
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, class);
    void *mapped = mmap(NULL, THREADS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!number || mapped == MAP_FAILED)
        return false;
    stripes = mapped;
    if ((*env)->GetVersion(env) >= VERSION_19)
        first_reserved = QJVM_STRIPES - CARRIER_COUNTERS;
    if (first) {
        first_thread = (*env)->NewGlobalRef(env, first);
        give(env, first, 1, first_reserved);
    }
    qjvm_listen(&listener); /* otherwise all other threads share counter 0 */
    return true;
}
