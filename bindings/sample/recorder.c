#include "bindings/sample/recorder.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "bindings/kit/library.h"
#include "bindings/kit/sampled.h"
#include "bindings/kit/slots.h"
#include "bindings/native/symbol.h"
#include "bindings/sample/places.h"
#include "bindings/sample/real.h"
#include "bindings/sample/thread.h"

static pthread_t recorder;
static uint64_t progress; /* number of addresses that were looked up; written atomically */
/* The stack of a sample, outermost first. Only the innermost inlined functions of very deep stacks do not fit. */
static qprof_MethodID methods[2 * KIT_SLOT_MOST];
static int count;

static void push(const struct place *place)
{
    for (int i = 0; i < place->count && count < 2 * KIT_SLOT_MOST; i++)
        methods[count++] = place->methods[i];
}

static void record(const struct kit_slot *slot)
{
    const struct place *place = NULL;
    count = 0;
    if (slot->count == KIT_SLOT_MOST)
        methods[count++] = places_deep();
    for (int i = slot->count; i-- > 0;) {
        place = places_find(slot->addresses[i], i > 0);
        __atomic_add_fetch(&progress, 1, __ATOMIC_RELAXED);
        if (!place)
            return;
        push(place);
    }
    kit_library.qii.record_stack(((struct kit_sampled *)slot->thread)->handle, slot->clock, methods, count,
                                 place ? place->block : -1);
}

static void *run(void *unused)
{
    (void)unused;
    for (;;) {
        struct kit_slot *slot = kit_slots_receive();
        enum kit_slot_kind kind = slot->kind;
        if (kind == KIT_SLOT_SAMPLE)
            record(slot);
        else if (kind == KIT_SLOT_THREAD_ENDS)
            sampled_free(slot->thread, slot->clock);
        kit_slots_free(slot);
        if (kind == KIT_SLOT_STOP)
            break;
    }
    kit_sampled_remove_all();
    return NULL;
}

bool recorder_begin(void)
{
    sigset_t all, before;
    sigfillset(&all);
    real_pthread_sigmask(SIG_SETMASK, &all, &before);
    bool begun = native_symbols_thread(&recorder, run, NULL) == 0;
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
    } while (native_symbols_join(recorder, &until) == ETIMEDOUT &&
             __atomic_load_n(&progress, __ATOMIC_RELAXED) != before);
}

void recorder_end(void)
{
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_STOP;
    kit_slots_send(slot);
    wait_for_end();
}
