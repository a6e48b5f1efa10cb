#include "bindings/kit/sampled.h"

#include <pthread.h>
#include <stdio.h>

#include "bindings/kit/library.h"
#include "bindings/kit/slots.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kit_sampled *threads;
static uint32_t active; /* 1 = samples are taken */
static clockid_t source;
static int number; /* of the signal */
static unsigned rate;

void kit_sampled_start(clockid_t clock, int signal, unsigned samples_per_second)
{
    source = clock;
    number = signal;
    rate = samples_per_second;
    __atomic_store_n(&active, 1, __ATOMIC_RELEASE);
}

void kit_sampled_stop(void)
{
    __atomic_store_n(&active, 0, __ATOMIC_RELEASE);
}

bool kit_sampled_is_active(void)
{
    return __atomic_load_n(&active, __ATOMIC_ACQUIRE);
}

static void add(struct kit_sampled *thread)
{
    pthread_mutex_lock(&lock);
    thread->next = threads;
    if (threads)
        threads->previous = thread;
    threads = thread;
    pthread_mutex_unlock(&lock);
}

bool kit_sampled_begin(struct kit_sampled *thread)
{
    thread->handle = kit_library.qii.hand_over_thread();
    pthread_getcpuclockid(pthread_self(), &thread->cpu);
    add(thread);
    return kit_timer_start(&thread->timer, source, number, rate);
}

bool kit_sampled_begin_other(struct kit_sampled *thread, pid_t system_id)
{
    thread->system_id = system_id;
    thread->cpu = kit_timer_clock_of(system_id);
    clockid_t clock = source == CLOCK_THREAD_CPUTIME_ID ? thread->cpu : source;
    thread->since = kit_timer_read(clock);
    if (!kit_timer_start_other(&thread->timer, clock, number, rate, system_id, thread))
        return false;
    add(thread);
    return true;
}

void *kit_sampled_handle(struct kit_sampled *thread)
{
    if (!thread->handle && thread->system_id)
        thread->handle = kit_library.qii.hand_over_other((uint64_t)thread->system_id, thread->since);
    return thread->handle;
}

void kit_sampled_name(struct kit_sampled *thread, const char *name)
{
    if (!kit_sampled_is_active())
        return;
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_THREAD_IS_NAMED;
    slot->thread = thread;
    snprintf((char *)slot->addresses, sizeof slot->addresses, "%s", name);
    kit_slots_send(slot);
}

void kit_sampled_end(struct kit_sampled *thread)
{
    uint64_t now = kit_timer_read(source);
    __atomic_store_n(&thread->ended, now, __ATOMIC_RELAXED);
    if (!kit_sampled_is_active())
        return; /* the recorder thread ends, or this is a forked child, which has not inherited the timer */
    kit_timer_end(&thread->timer);
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_THREAD_ENDS;
    slot->thread = thread;
    slot->clock = now;
    kit_slots_send(slot);
}

struct kit_sampled *kit_sampled_find(pid_t system_id)
{
    pthread_mutex_lock(&lock);
    struct kit_sampled *thread = threads;
    while (thread && thread->system_id != system_id)
        thread = thread->next;
    pthread_mutex_unlock(&lock);
    return thread;
}

void kit_sampled_visit(void (*visit)(struct kit_sampled *thread))
{
    pthread_mutex_lock(&lock);
    for (struct kit_sampled *thread = threads; thread; thread = thread->next)
        visit(thread);
    pthread_mutex_unlock(&lock);
}

void kit_sampled_remove(struct kit_sampled *thread, uint64_t clock)
{
    kit_library.qii.end_stacks(thread->handle, clock);
    pthread_mutex_lock(&lock);
    if (thread->previous)
        thread->previous->next = thread->next;
    else
        threads = thread->next;
    if (thread->next)
        thread->next->previous = thread->previous;
    pthread_mutex_unlock(&lock);
}

/* The structs stay, since their threads may still run. */
void kit_sampled_remove_all(void)
{
    pthread_mutex_lock(&lock);
    for (struct kit_sampled *thread = threads; thread; thread = thread->next) {
        clockid_t clock = source == CLOCK_THREAD_CPUTIME_ID ? thread->cpu : source;
        uint64_t ended = __atomic_load_n(&thread->ended, __ATOMIC_RELAXED);
        kit_timer_end(&thread->timer);
        kit_library.qii.end_stacks(thread->handle, ended ? ended : kit_timer_read(clock));
    }
    threads = NULL;
    pthread_mutex_unlock(&lock);
}
