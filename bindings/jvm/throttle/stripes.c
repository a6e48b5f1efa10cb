#include "bindings/jvm/throttle/stripes.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/runtime/listener.h"

#define THREADS (1 << 20) /* threads with this number or a higher one share counter 0; also in QiiCounters.java */

static uint8_t *stripes; /* by number of a thread; of its MiB only the pages in use take memory */
static bool taken[QJVM_STRIPES] = {true};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static jfieldID number; /* Thread.tid, which QiiCounters reads, too */

/* Return the entry of a thread, NULL if it has none. */
static uint8_t *entry_of(JNIEnv *env, jthread thread)
{
    jlong tid = (*env)->GetLongField(env, thread, number);
    return tid >= 0 && tid < THREADS ? &stripes[tid] : NULL;
}

static void JNICALL starts(QJVM_UNUSED jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    uint8_t *entry = entry_of(env, thread);
    pthread_mutex_lock(&lock);
    for (int i = 1; entry && i < QJVM_STRIPES && *entry == 0; i++)
        if (!taken[i]) {
            taken[i] = true;
            *entry = (uint8_t)i;
        }
    pthread_mutex_unlock(&lock);
}

/* The thread may still count calls after this event, as a system thread that ends. Then it shares counter 0. */
static void JNICALL ends(QJVM_UNUSED jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    uint8_t *entry = entry_of(env, thread);
    pthread_mutex_lock(&lock);
    if (entry && *entry) {
        taken[*entry] = false;
        *entry = 0;
    }
    pthread_mutex_unlock(&lock);
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
    if (!qjvm_listen(&listener))
        return true; /* all threads share counter 0 */
    if (first)
        starts(NULL, env, first);
    return true;
}
