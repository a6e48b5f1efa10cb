#include "bindings/jvm/allocation/allocations.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "bindings/jvm/allocation/types.h"
#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/sample/places.h"
#include "bindings/jvm/sample/timers.h"
#include "bindings/jvm/sample/virtuals.h"
#include "bindings/kit/library.h"

static bool active; /* atomic */
static bool reports_all;

/* ---- samples ----------------------------------------------------------------------------------------------------- */

/* Return the method that stands for a class, 0 if out of memory. */
static qprof_MethodID row_of(jvmtiEnv *jvmti, jclass class)
{
    char *signature = NULL;
    if ((*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) != JVMTI_ERROR_NONE)
        return 0;
    char *name = qjvm_names_type(signature);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    qprof_MethodID row = name ? qjvm_types_row(name) : 0;
    free(name);
    return row;
}

/* Return the number of objects for which a sampled object stands. Fractions are carried over to the thread's next
 * sample, so that the numbers add up. */
static unsigned estimate_objects(double weight)
{
    static _Thread_local double fraction;
    double whole = floor(weight + fraction);
    fraction += weight - whole;
    return (unsigned)whole;
}

/* Return the block in which the method on top of the library's stack allocates, in a run that records calls; -1 if it
 * is unknown. Above the method's frame are those of methods whose calls are not recorded. Most often there are few. */
static int block_of_top(jvmtiEnv *jvmti, JNIEnv *env)
{
    enum { FEW = 8, MANY = 200 };
    struct qjvm_frame frames[MANY];
    qprof_MethodID top = kit_library.qii.current_method_id();
    int count = top ? qjvm_stacks_get(jvmti, NULL, frames, FEW) : 0;
    for (int i = 0; i < count; i++) {
        if (qjvm_places_find(env, frames[i]).method == top)
            return qjvm_places_block(env, frames[i]);
        if (i == FEW - 1 && count == FEW)
            count = qjvm_stacks_get(jvmti, NULL, frames, MANY);
    }
    return -1;
}

static void JNICALL allocates(jvmtiEnv *jvmti, JNIEnv *env, QJVM_UNUSED jthread thread, QJVM_UNUSED jobject object,
                              jclass class, jlong size)
{
    if (!__atomic_load_n(&active, __ATOMIC_ACQUIRE))
        return;
    double weight = reports_all ? 1 : 1 / -expm1(-(double)size / QJVM_ALLOCATION_INTERVAL);
    size_t bytes = (size_t)llround((double)size * weight);
    if (qjvm_virtuals_are_sampled()) {
        qprof_MethodID row = row_of(jvmti, class);
        qjvm_timers_take_allocation(jvmti, row, bytes, estimate_objects(weight));
        return;
    }
    int begun = kit_library.qii.begin_overhead();
    qprof_MethodID row = row_of(jvmti, class);
    kit_library.qii.record_allocation(row, bytes, estimate_objects(weight), block_of_top(jvmti, env));
    kit_library.qii.end_overhead(begun);
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

static jvmtiEnv *listening; /* stays as long as the process lives */

static bool enable(bool on)
{
    return (*listening)
               ->SetEventNotificationMode(listening, on ? JVMTI_ENABLE : JVMTI_DISABLE,
                                          JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, NULL) == JVMTI_ERROR_NONE;
}

/* Make the JVM report samples, or each object. A thread applies a new interval after its next sample, for which the
 * calling one allocates enough here, and in its next allocation buffer, which a garbage collection gives it. Threads
 * that begin later apply the interval at once. */
static bool set_interval(JNIEnv *env, bool all)
{
    if ((*listening)->SetHeapSamplingInterval(listening, all ? 0 : QJVM_ALLOCATION_INTERVAL) != JVMTI_ERROR_NONE)
        return false;
    if (!all)
        return true;
    jbyteArray enough = (*env)->NewByteArray(env, 32 * QJVM_ALLOCATION_INTERVAL);
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, enough);
    return (*listening)->ForceGarbageCollection(listening) == JVMTI_ERROR_NONE;
}

const char *qjvm_allocations_begin(JNIEnv *env, bool all)
{
    static const struct qjvm_listener listener = {.capabilities = {.can_generate_sampled_object_alloc_events = 1},
                                                  .callbacks = {.SampledObjectAlloc = allocates}};
    const struct qii *qii = &kit_library.qii;
    if (!qii->record_allocation || !qii->record_stack_allocation || !qii->begin_overhead)
        return "the library cannot record allocations";
    if (!listening)
        listening = qjvm_listen(&listener);
    if (!qjvm_virtuals_are_sampled() && !qjvm_places_begin(false))
        return "this JVM does not provide lines";
    if (!listening || !enable(true) || !set_interval(env, all))
        return "this JVM cannot report allocations, or another agent gets them";
    reports_all = all;
    __atomic_store_n(&active, true, __ATOMIC_RELEASE);
    return NULL;
}

void qjvm_allocations_end(void)
{
    if (__atomic_exchange_n(&active, false, __ATOMIC_ACQ_REL))
        enable(false);
}
