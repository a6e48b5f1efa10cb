#include "bindings/sample/recorder.h"

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
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool begun = real_pthread_create(&recorder, NULL, run, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return begun;
}

void recorder_end(void)
{
    struct slot *slot;
    while (!(slot = slots_take()))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    slot->kind = SLOT_STOP;
    slots_send(slot);
    pthread_join(recorder, NULL);
}
