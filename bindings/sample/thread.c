#include "bindings/sample/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bindings/kit/library.h"
#include "bindings/sample/real.h"
#include "bindings/kit/slots.h"

static __attribute__((tls_model("initial-exec"))) _Thread_local struct sampled *own;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sampled *threads;
static struct sampled *unused; /* list of structs of ended threads, since the recorder thread may not free them */
static pthread_key_t key;
static uint32_t active; /* 1 = samples are taken */
static clockid_t source = CLOCK_THREAD_CPUTIME_ID;
static unsigned rate; /* samples per second */

bool sampled_is_active(void)
{
    return __atomic_load_n(&active, __ATOMIC_ACQUIRE);
}

/* ---- a sample ---------------------------------------------------------------------------------------------------- */

static void take_sample(struct sampled *thread, void *context)
{
    uint64_t now = kit_timer_read(source);
    struct kit_slot *slot = kit_slots_take();
    if (slot) {
        slot->kind = KIT_SLOT_SAMPLE;
        slot->thread = thread;
        slot->clock = now;
        slot->count = kit_library.qii.find_stack(context, slot->addresses, KIT_SLOT_MOST);
        kit_slots_send(slot);
    }
    restart_call(&thread->restarted, context, source != CLOCK_THREAD_CPUTIME_ID);
    kit_timer_continue(&thread->timer, now);
}

static struct sigaction action; /* the program's action for the signal */

/* Do what the program would do on a signal that is no sample: somebody sent it. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(number, info, context);
    else if (action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL)
        action.sa_handler(number);
    if (action.sa_flags & SA_SIGINFO || action.sa_handler != SIG_DFL)
        return;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    real_sigaction(number, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    raise(number);
    real_pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void handle(int number, siginfo_t *info, void *context)
{
    int before = errno;
    if (info->si_code != SI_TIMER)
        pass_on(number, info, context);
    else if (own && sampled_is_active())
        take_sample(own, context);
    errno = before;
}

void sampled_exchange_action(const struct sigaction *new, struct sigaction *before)
{
    pthread_mutex_lock(&lock);
    struct sigaction old = action;
    if (new)
        action = *new;
    pthread_mutex_unlock(&lock);
    if (before)
        *before = old;
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static struct sampled *new_thread(void)
{
    pthread_mutex_lock(&lock);
    struct sampled *thread = unused;
    if (thread)
        unused = thread->next;
    pthread_mutex_unlock(&lock);
    if (thread)
        *thread = (struct sampled){.handle = NULL};
    return thread ? thread : calloc(1, sizeof *thread);
}

void sampled_begin(void)
{
    struct sampled *thread = new_thread();
    if (!thread)
        return;
    thread->handle = kit_library.qii.hand_over_thread();
    pthread_getcpuclockid(pthread_self(), &thread->clock);
    pthread_setspecific(key, thread);
    pthread_mutex_lock(&lock);
    thread->next = threads;
    if (threads)
        threads->previous = thread;
    threads = thread;
    pthread_mutex_unlock(&lock);
    own = thread;
    static bool reported;
    if (!kit_timer_start(&thread->timer, source, SAMPLED_SIGNAL, rate) &&
        !__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        fprintf(stderr, "qii run: some threads cannot be sampled: %s\n", strerror(errno));
}

static void end_thread(void *data)
{
    struct sampled *thread = data;
    own = NULL;
    if (!sampled_is_active())
        return;
    kit_timer_end(&thread->timer);
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_THREAD_ENDS;
    slot->thread = thread;
    slot->clock = kit_timer_read(source);
    kit_slots_send(slot);
}

void sampled_free(struct sampled *thread, uint64_t clock)
{
    kit_library.qii.end_stacks(thread->handle, clock);
    pthread_mutex_lock(&lock);
    if (thread->previous)
        thread->previous->next = thread->next;
    else
        threads = thread->next;
    if (thread->next)
        thread->next->previous = thread->previous;
    thread->next = unused;
    unused = thread;
    pthread_mutex_unlock(&lock);
}

void sampled_free_all(void)
{
    struct sampled *next;
    pthread_mutex_lock(&lock);
    struct sampled *thread = threads;
    pthread_mutex_unlock(&lock);
    for (; thread; thread = next) {
        next = thread->next;
        bool cpu = source == CLOCK_THREAD_CPUTIME_ID;
        uint64_t now = kit_timer_read(cpu ? thread->clock : source);
        kit_library.qii.end_stacks(thread->handle, now);
    }
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

bool sampled_start(bool wall, unsigned samples_per_second)
{
    struct sigaction own_action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigfillset(&own_action.sa_mask);
    source = wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    rate = samples_per_second;
    if (pthread_key_create(&key, end_thread) != 0 || real_sigaction(SAMPLED_SIGNAL, &own_action, &action) != 0)
        return false;
    __atomic_store_n(&active, 1, __ATOMIC_RELEASE);
    return true;
}

void sampled_stop(void)
{
    __atomic_store_n(&active, 0, __ATOMIC_RELEASE);
}

void sampled_leave(void)
{
    if (sampled_is_active())
        real_sigaction(SAMPLED_SIGNAL, &action, NULL);
    sampled_stop();
    own = NULL;
}
