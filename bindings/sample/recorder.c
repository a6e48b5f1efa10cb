#include "bindings/sample/recorder.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "bindings/kit/library.h"
#include "bindings/sample/places.h"
#include "bindings/sample/real.h"
#include "bindings/sample/slots.h"
#include "bindings/sample/thread.h"

static pthread_t recorder;
static uint64_t progress; /* number of addresses that were looked up; written atomically */
static struct {
    qprof_MethodID *methods;
    int room;
    int count;
} stack;

static bool push(const qprof_MethodID *methods, int count)
{
    if (stack.count + count > stack.room) {
        int room = 2 * stack.room + 1000;
        void *more = realloc(stack.methods, (size_t)room * sizeof *stack.methods);
        if (!more)
            return false;
        stack.methods = more;
        stack.room = room;
    }
    for (int i = 0; i < count; i++)
        stack.methods[stack.count++] = methods[i];
    return true;
}

static void record(const struct slot *slot)
{
    const struct place *place = NULL;
    qprof_MethodID deep = slot->count == SLOT_MOST ? places_deep() : 0;
    stack.count = 0;
    places_check();
    if (deep)
        push(&deep, 1);
    for (int i = slot->count; i-- > 0;) {
        place = places_find(slot->addresses[i], i > 0);
        __atomic_add_fetch(&progress, 1, __ATOMIC_RELAXED);
        if (!place || !push(place->methods, place->count))
            return;
    }
    kit_library.qii.record_stack(slot->thread->handle, slot->clock, stack.methods, stack.count,
                                 place ? place->block : -1);
}

static void *run(void *unused)
{
    (void)unused;
    for (;;) {
        struct slot *slot = slots_receive();
        if (!slot)
            continue;
        enum slot_kind kind = slot->kind;
        if (kind == SLOT_SAMPLE)
            record(slot);
        else if (kind == SLOT_THREAD_ENDS)
            sampled_free(slot->thread, slot->clock);
        slots_free(slot);
        if (kind == SLOT_STOP)
            break;
    }
    sampled_free_all();
    return NULL;
}

bool recorder_begin(void)
{
    sigset_t all, before;
    sigfillset(&all);
    real_pthread_sigmask(SIG_SETMASK, &all, &before);
    bool begun = real_pthread_create(&recorder, NULL, run, NULL) == 0;
    real_pthread_sigmask(SIG_SETMASK, &before, NULL);
    return begun;
}

/* Longest time in seconds without progress, which a look-up in a large file may take. */
#define PATIENCE 10

/* The thread that ends the process may hold a lock of the dynamic loader (a constructor calls exit), for which the
 * recorder thread waits. Then give up the last samples. */
static void wait_for_end(void)
{
    uint64_t before;
    struct timespec until;
    do {
        before = __atomic_load_n(&progress, __ATOMIC_RELAXED);
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += PATIENCE;
    } while (pthread_timedjoin_np(recorder, NULL, &until) == ETIMEDOUT &&
             __atomic_load_n(&progress, __ATOMIC_RELAXED) != before);
}

void recorder_end(void)
{
    struct slot *slot = slots_wait();
    slot->kind = SLOT_STOP;
    slots_send(slot);
    wait_for_end();
}
