#include "bindings/jvm/throttle/throttle.h"

#include <stdlib.h>

#include "bindings/jvm/methods/call_counters.h"
#include "bindings/jvm/methods/functions.h"
#include "bindings/jvm/runtime/agent_loop.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/messages.h"
#include "bindings/jvm/throttle/calibration.h"
#include "bindings/jvm/throttle/table.h"
#include "bindings/kit/library.h"

/* Milliseconds between two queries: of programs that overload at once only the first tenth of a second is slow, and
 * later a query per second, which takes about 0.1 ms, is enough. */
#define FIRST_PAUSE 100
#define LAST_PAUSE  1000

static struct qjvm_agent_loop loop = QJVM_AGENT_LOOP_INITIALIZER;

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
    bool continues = qjvm_agent_loop_sleep(&loop, pause);
    if (continues)
        qjvm_calibration_measure(env);
    const char *budget = kit_library.qii.get_option("overhead");
    continues = continues && budget && strtod(budget, NULL) > 0;
    while (continues) {
        throttle(env);
        continues = qjvm_agent_loop_sleep(&loop, pause);
        pause = 2 * pause < LAST_PAUSE ? 2 * pause : LAST_PAUSE;
    }
    qjvm_agent_loop_done(&loop);
}

void qjvm_throttle_begin(JNIEnv *env)
{
    if (!kit_library.qii.throttle || !kit_library.qii.calibrate)
        return;
    if (!qjvm_agent_loop_start(&loop, env, "qii throttle", run))
        qjvm_message("methods cannot be throttled, so short ones may take much longer than without a profile");
}

void qjvm_throttle_end(void)
{
    qjvm_agent_loop_end(&loop);
}
