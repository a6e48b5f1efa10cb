#include "bindings/jvm/sample/samples.h"

#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

#include "bindings/jvm/runtime/agent_thread.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/sample/places.h"
#include "bindings/jvm/sample/running.h"
#include "bindings/jvm/sample/suspensions.h"
#include "bindings/jvm/sample/timers.h"
#include "bindings/jvm/sample/virtuals.h"
#include "bindings/kit/library.h"
#include "bindings/kit/slots.h"

static bool begun;
static const JNIEnv *recorder; /* of the recorder thread */
static sem_t changed;          /* posted when the recorder thread has begun, and when it ends */
/* The stack that is being recorded, outermost method first. */
static unsigned long stack[QJVM_FRAMES + 3 + KIT_SLOT_ROWS]; /* with up to three rows for what is unknown */
static int count;

/* ---- recording --------------------------------------------------------------------------------------------------- */

static void add(unsigned long method)
{
    stack[count++] = method;
}

/* Find the methods of a stack. Return the index of the first one that is a virtual thread's, not its carrier's. Set
 * *innermost to the innermost frame that has a row.
 *
 * When a virtual thread continues, the JVM copies only its innermost frames to the carrier's stack, and outer ones when
 * they are returned to (lazy copy). Until then the handler cannot find them. */
static int find_methods(JNIEnv *env, const struct kit_slot *slot, struct qjvm_frame *innermost)
{
    const struct qjvm_frame *frames = (const void *)slot->addresses;
    int first = 0;
    if (slot->count <= 0 && slot->kind != KIT_SLOT_WAIT)
        add(qjvm_places_without_stack(slot->count));
    else if (slot->count <= 0 && !slot->virtual_thread) /* a virtual thread has no frames before it begins */
        add(qjvm_places_outer());
    if (slot->count == QJVM_FRAMES)
        add(qjvm_places_outer());
    /* The rows of a wait stand for a native method that waits. */
    int top = slot->kind == KIT_SLOT_WAIT && slot->count > 0 && frames[0].code < 0;
    for (int i = slot->count; i-- > top;) {
        struct qjvm_place place = qjvm_places_find(env, frames[i]);
        if (!place.method)
            continue;
        if (first > 0 && first == count && !place.begins && !place.mounts)
            add(qjvm_places_outer());
        add(place.method);
        *innermost = frames[i];
        if (place.mounts)
            first = count;
    }
    if (slot->lacks_top)
        add(qjvm_places_without_stack(QJVM_UNKNOWN_CODE));
    return first;
}

static void record(JNIEnv *env, const struct kit_slot *slot)
{
    const struct qii *qii = &kit_library.qii;
    const struct kit_slot_wait *wait = &slot->wait;
    struct qjvm_frame innermost = {-1, NULL};
    count = 0;
    int first = find_methods(env, slot, &innermost);
    bool is_virtual = slot->virtual_thread && (first < count || slot->kind == KIT_SLOT_WAIT);
    bool mounts = !slot->virtual_thread && first > 0; /* the virtual thread is just being mounted or unmounted */
    if (mounts)
        count = first;
    if (!is_virtual)
        first = 0;
    void *thread = qjvm_timers_handle(slot->thread);
    VthreadID virtual_thread = is_virtual ? qjvm_virtual_id(slot->virtual_thread) : 0;
    bool has_block = slot->kind != KIT_SLOT_WAIT && !mounts && !slot->lacks_top;
    int block = has_block ? qjvm_places_block(env, innermost) : -1;
    if (slot->kind == KIT_SLOT_SAMPLE) {
        qii->record_stack_vt(thread, slot->clock, stack + first, count - first, block, virtual_thread);
    } else if (slot->kind == KIT_SLOT_ALLOCATION) {
        qii->record_stack_allocation(thread, stack + first, count - first, slot->row, slot->bytes, slot->objects, block,
                                     virtual_thread);
    } else {
        for (int i = 0; i < wait->row_count; i++)
            add(wait->rows[i]);
        qii->record_stack_wait(thread, stack + first, count - first, wait->reason, wait->waits, wait->nanoseconds,
                               virtual_thread);
    }
}

static void end_virtual(struct qjvm_virtual *thread)
{
    kit_library.qii.thread_destroy_vt(qjvm_virtual_id(thread));
    qjvm_virtual_free(thread);
}

static void JNICALL run(QJVM_UNUSED jvmtiEnv *jvmti, JNIEnv *env, QJVM_UNUSED void *data)
{
    recorder = env;
    sem_post(&changed);
    for (bool stops = false; !stops;) {
        struct kit_slot *slot = kit_slots_receive();
        stops = slot->kind == KIT_SLOT_STOP;
        if (slot->kind == KIT_SLOT_SAMPLE || slot->kind == KIT_SLOT_ALLOCATION || slot->kind == KIT_SLOT_WAIT)
            record(env, slot);
        else if (slot->kind == KIT_SLOT_THREAD_IS_NAMED)
            kit_library.qii.name_stacks(qjvm_timers_handle(slot->thread), (const char *)slot->addresses);
        else if (slot->kind == KIT_SLOT_THREAD_ENDS)
            qjvm_timers_free(slot->thread, slot->clock);
        else if (slot->kind == KIT_SLOT_VIRTUAL_THREAD_ENDS)
            end_virtual(slot->virtual_thread);
        else if (slot->kind == KIT_SLOT_SAVE || slot->kind == KIT_SLOT_STOP)
            qjvm_suspensions_visit_open(env, record);
        if (slot->kind == KIT_SLOT_SAVE)
            sem_post(&changed);
        kit_slots_free(slot);
    }
    kit_sampled_remove_all();
    sem_post(&changed);
}

/* Wait until the recorder thread has begun, recorded what was sent so far, or ended. */
static void wait_for_recorder(void)
{
    while (sem_wait(&changed) != 0 && errno == EINTR)
        continue;
}

/* Wait for the end of the recorder thread, but not forever, since the JVM may have stopped it. */
static void wait_while_process_exits(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 2;
    while (sem_timedwait(&changed, &until) != 0 && errno == EINTR)
        continue;
}

/* Start the recorder thread. It begins before the timers do, so that it takes no samples of itself. */
static bool start_recorder(JNIEnv *env)
{
    bool started = qjvm_agent_thread_start(env, "qii samples", run);
    if (started)
        wait_for_recorder();
    return started;
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static void JNICALL thread_starts(QJVM_UNUSED jvmtiEnv *jvmti, JNIEnv *env, QJVM_UNUSED jthread thread)
{
    qjvm_timers_begin(env);
}

static void JNICALL thread_ends(QJVM_UNUSED jvmtiEnv *jvmti, JNIEnv *env, QJVM_UNUSED jthread thread)
{
    qjvm_suspensions_end(env);
    qjvm_timers_end();
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

/* End all samples. The caller waits until the recorder thread has recorded those in slots. */
static void end_samples(void)
{
    kit_sampled_stop();
    qjvm_virtuals_stop();
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_STOP;
    kit_slots_send(slot);
    begun = false;
}

/* Native code has called exit, of which the JVM does not report anything. */
static void process_exits(void)
{
    if (!begun)
        return;
    end_samples();
    wait_while_process_exits();
}

const char *qjvm_samples_begin(JNIEnv *env, unsigned samples_per_second, bool attached)
{
    static const struct qjvm_listener listener = {.callbacks = {.ThreadStart = thread_starts, .ThreadEnd = thread_ends},
                                                  .events = {JVMTI_EVENT_THREAD_START, JVMTI_EVENT_THREAD_END}};
    const struct qii *qii = &kit_library.qii;
    if (!qii->hand_over_thread || !qii->record_stack_vt || !qii->end_stacks || !qii->set_thread_name_vt ||
        !qii->name_stacks || !qii->hand_over_other)
        return "the library cannot record stacks";
    if (!qjvm_stacks_begin(env))
        return "this JVM has no AsyncGetCallTrace";
    static jvmtiEnv *jvmti;
    if (!jvmti)
        jvmti = qjvm_listen(&listener);
    qjvm_suspensions_begin(); /* before threads see that the run is active */
    if (!jvmti || !qjvm_places_begin(true) || !kit_slots_begin() || sem_init(&changed, 0, 0) != 0 ||
        !start_recorder(env) || (attached && !qjvm_running_find(jvmti, env, recorder)) ||
        !qjvm_timers_start(samples_per_second))
        return "no samples can be taken";
    static bool ends_at_exit;
    ends_at_exit = ends_at_exit || atexit(process_exits) == 0;
    begun = true;
    if (attached) {
        qjvm_stacks_prepare_running(jvmti);
        qjvm_timers_begin_others();
    } else {
        qjvm_timers_begin(env);
    }
    return NULL;
}

void qjvm_samples_save(void)
{
    if (!begun)
        return;
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_SAVE;
    kit_slots_send(slot);
    wait_for_recorder();
}

void qjvm_samples_end(void)
{
    if (!begun)
        return;
    end_samples();
    wait_for_recorder();
}
