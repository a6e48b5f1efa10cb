#include "bindings/sample/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bindings/kit/library.h"
#include "bindings/sample/slots.h"

static __attribute__((tls_model("initial-exec"))) _Thread_local struct sampled *own;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sampled *threads;
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

static void take_sample(int number, siginfo_t *info, void *context)
{
    int before = errno;
    struct sampled *thread = own;
    struct slot *slot = thread && sampled_is_active() && info->si_code == SI_TIMER ? slots_take() : NULL;
    (void)number;
    if (slot) {
        slot->kind = SLOT_SAMPLE;
        slot->thread = thread;
        slot->clock = nanoseconds(source) - thread->offset;
        slot->count = kit_library.qii.find_stack(context, slot->addresses, SLOT_MOST);
        slots_send(slot);
    }
    errno = before;
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static bool start_timer(struct sampled *thread)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SAMPLED_SIGNAL};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    if (timer_create(source, &event, &thread->timer) != 0)
        return false;
    long period = 1000000000L / (long)rate;
    /* The first period has a random length, so that the samples of several threads and runs are independent. */
    uint64_t seed = (nanoseconds(CLOCK_MONOTONIC) ^ (uintptr_t)thread) * UINT64_C(0x9e3779b97f4a7c15);
    long first = 1 + (long)(seed >> 32) % period;
    struct itimerspec times = {
        .it_interval = {.tv_sec = period / 1000000000, .tv_nsec = period % 1000000000},
        .it_value = {.tv_sec = first / 1000000000, .tv_nsec = first % 1000000000},
    };
    return timer_settime(thread->timer, 0, &times, NULL) == 0;
}

void sampled_begin(void)
{
    struct sampled *thread = calloc(1, sizeof *thread);
    if (!thread)
        return;
    thread->handle = kit_library.qii.hand_over_thread();
    pthread_getcpuclockid(pthread_self(), &thread->clock);
    thread->offset = nanoseconds(source) - nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    pthread_setspecific(key, thread);
    pthread_mutex_lock(&lock);
    thread->next = threads;
    if (threads)
        threads->previous = thread;
    threads = thread;
    pthread_mutex_unlock(&lock);
    own = thread;
    if (!start_timer(thread))
        fprintf(stderr, "qii run: a thread cannot be sampled: %s\n", strerror(errno));
}

static void end_thread(void *data)
{
    struct sampled *thread = data;
    struct slot *slot;
    own = NULL;
    if (!sampled_is_active())
        return;
    timer_delete(thread->timer);
    while (!(slot = slots_take()))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    slot->kind = SLOT_THREAD_ENDS;
    slot->thread = thread;
    slot->clock = nanoseconds(source) - thread->offset;
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
    pthread_mutex_unlock(&lock);
    free(thread);
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
        kit_library.qii.end_stacks(thread->handle, now - thread->offset);
    }
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

bool sampled_start(bool wall, unsigned samples_per_second)
{
    struct sigaction action = {.sa_sigaction = take_sample, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    source = wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    rate = samples_per_second;
    if (pthread_key_create(&key, end_thread) != 0 || sigaction(SAMPLED_SIGNAL, &action, NULL) != 0)
        return false;
    __atomic_store_n(&active, 1, __ATOMIC_RELEASE);
    return true;
}

void sampled_stop(void)
{
    __atomic_store_n(&active, 0, __ATOMIC_RELEASE);
}
