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
#include "bindings/sample/slots.h"

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

static uint64_t nanoseconds(clockid_t clock)
{
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec : 0;
}

/* ---- a sample ---------------------------------------------------------------------------------------------------- */

/* Set the timer to its next sample. Intervals are random, between half and one and a half periods: with equal ones, the
 * samples of a program that repeats itself about as often would be always at the same places. */
static void set_timer(struct sampled *thread, uint64_t now)
{
    uint64_t period = 1000000000 / rate;
    thread->seed = thread->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t interval = period / 2 + (thread->seed >> 32) * period / UINT32_MAX;
    thread->due = thread->due + interval > now ? thread->due + interval : now + interval;
    timer_settime(
        thread->timer, TIMER_ABSTIME,
        &(struct itimerspec){
            .it_value = {.tv_sec = (time_t)(thread->due / 1000000000), .tv_nsec = (long)(thread->due % 1000000000)},
        },
        NULL);
}

static void take_sample(struct sampled *thread, void *context)
{
    uint64_t now = nanoseconds(source);
    struct slot *slot = slots_take();
    if (slot) {
        slot->kind = SLOT_SAMPLE;
        slot->thread = thread;
        slot->clock = now;
        slot->count = kit_library.qii.find_stack(context, slot->addresses, SLOT_MOST);
        slots_send(slot);
    }
    restart_call(&thread->restarted, context, source != CLOCK_THREAD_CPUTIME_ID);
    set_timer(thread, now);
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

static bool start_timer(struct sampled *thread)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SAMPLED_SIGNAL};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    thread->has_timer = timer_create(source, &event, &thread->timer) == 0;
    if (!thread->has_timer)
        return false;
    uint64_t now = nanoseconds(source);
    thread->due = now - 500000000 / rate; /* the first interval is between 0 and one period, so that of many short
                                           * threads enough are sampled */
    thread->seed = nanoseconds(CLOCK_MONOTONIC) ^ (uintptr_t)thread;
    set_timer(thread, now);
    return true;
}

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
    if (!start_timer(thread) && !__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        fprintf(stderr, "qii run: some threads cannot be sampled: %s\n", strerror(errno));
}

static void end_thread(void *data)
{
    struct sampled *thread = data;
    own = NULL;
    if (!sampled_is_active())
        return;
    if (thread->has_timer)
        timer_delete(thread->timer);
    struct slot *slot = slots_wait();
    slot->kind = SLOT_THREAD_ENDS;
    slot->thread = thread;
    slot->clock = nanoseconds(source);
    slots_send(slot);
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
        uint64_t now = nanoseconds(cpu ? thread->clock : source);
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
