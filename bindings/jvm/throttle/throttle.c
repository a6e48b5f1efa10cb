#include "bindings/jvm/throttle/throttle.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bindings/jvm/methods/call_counters.h"
#include "bindings/jvm/methods/functions.h"
#include "bindings/jvm/runtime/agent_thread.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/messages.h"
#include "bindings/jvm/throttle/calibration.h"
#include "bindings/jvm/throttle/table.h"
#include "bindings/kit/library.h"

/* Milliseconds between two queries: of programs that overload at once only the first tenth of a second is slow, and
 * later a query per second, which takes about 0.1 ms, is enough. */
#define FIRST_PAUSE 100
#define LAST_PAUSE  1000

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool runs;  /* the thread has been started and has not ended */
    bool stops; /* the thread is to end */
} state = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* Wait. Return false if the thread is to end. */
static bool sleep_for(int milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&state.lock);
    for (int result = 0; result == 0 && !state.stops;)
        result = pthread_cond_timedwait(&state.changed, &state.lock, &until);
    bool continues = !state.stops;
    pthread_mutex_unlock(&state.lock);
    return continues;
}

static uint64_t counters_of(qprof_MethodID method)
{
    kit_library_lock();
    const struct kit_function *function = qjvm_functions_of_id(method);
    uint64_t counters = function ? qjvm_call_counters(function) : 0;
    kit_library_unlock();
    return counters;
}

/* Query the library, and only count the calls of the methods that it lists. */
static void throttle(JNIEnv *env)
{
    enum { MOST = 1000 };
    static qprof_MethodID methods[MOST];
    int count = kit_library.qii.throttle(methods, MOST);
    for (int i = 0; i < count; i++) {
        uint64_t counters = counters_of(methods[i]);
        if (counters)
            qjvm_table_set(env, (uint32_t)methods[i], counters);
    }
}

static void JNICALL run(QJVM_UNUSED jvmtiEnv *jvmti, JNIEnv *env, QJVM_UNUSED void *data)
{
    int pause = FIRST_PAUSE;
    qjvm_calibration_prepare(env);
    bool continues = sleep_for(pause);
    if (continues)
        qjvm_calibration_measure(env);
    const char *budget = kit_library.qii.get_option("overhead");
    continues = continues && budget && strtod(budget, NULL) > 0;
    while (continues) {
        throttle(env);
        continues = sleep_for(pause);
        pause = 2 * pause < LAST_PAUSE ? 2 * pause : LAST_PAUSE;
    }
    pthread_mutex_lock(&state.lock);
    state.runs = false;
    pthread_cond_broadcast(&state.changed);
    pthread_mutex_unlock(&state.lock);
}

void qjvm_throttle_begin(JNIEnv *env)
{
    if (!kit_library.qii.throttle || !kit_library.qii.calibrate)
        return;
    state.stops = false;
    state.runs = true;
    if (qjvm_agent_thread_start(env, "qii throttle", run))
        return;
    state.runs = false;
    qjvm_message("methods cannot be throttled, so short ones may take much longer than without a profile");
}

void qjvm_throttle_end(void)
{
    pthread_mutex_lock(&state.lock);
    state.stops = true;
    pthread_cond_broadcast(&state.changed);
    while (state.runs)
        pthread_cond_wait(&state.changed, &state.lock);
    pthread_mutex_unlock(&state.lock);
}
