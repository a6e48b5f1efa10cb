#include "bindings/jvm/sample/timers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bindings/jvm/runtime/messages.h"
#include "bindings/jvm/sample/stacks.h"
#include "bindings/jvm/sample/virtuals.h"
#include "bindings/kit/library.h"
#include "bindings/kit/slots.h"
#include "bindings/kit/timer.h"

#define SIGNAL SIGSTKFLT /* the kernel never sends it, and neither the JVM nor profilers of programs use it */

struct qjvm_timer {
    void *handle; /* of libqprof */
    JNIEnv *env;
    struct kit_timer timer;
    clockid_t clock; /* CPU clock of the thread, for other threads */
    struct qjvm_timer *next, *previous;
};

static __attribute__((tls_model("initial-exec"))) _Thread_local struct qjvm_timer *own; /* read in the handler */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct qjvm_timer *timers;
static uint32_t active; /* 1 = samples are taken */
static unsigned rate;   /* samples per second */

/* ---- a sample ---------------------------------------------------------------------------------------------------- */

static void take_sample(struct qjvm_timer *timer, void *context)
{
    uint64_t now = kit_timer_read(CLOCK_THREAD_CPUTIME_ID);
    struct kit_slot *slot = kit_slots_take();
    if (slot) {
        slot->kind = KIT_SLOT_SAMPLE;
        slot->thread = timer;
        slot->clock = now;
        slot->virtual_thread = qjvm_virtuals_sample();
        slot->count = qjvm_stacks_find(timer->env, context, (struct qjvm_frame *)slot->addresses,
                                       (int)(sizeof slot->addresses / (sizeof(struct qjvm_frame))), &slot->lacks_top);
        kit_slots_send(slot);
    }
    kit_timer_continue(&timer->timer, now);
}

static void handle(int number, siginfo_t *info, void *context)
{
    int before = errno;
    (void)number;
    if (info->si_code == SI_TIMER && own && __atomic_load_n(&active, __ATOMIC_ACQUIRE))
        take_sample(own, context);
    errno = before;
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

void qjvm_timers_begin(JNIEnv *env)
{
    struct qjvm_timer *timer = own || !__atomic_load_n(&active, __ATOMIC_ACQUIRE) ? NULL : calloc(1, sizeof *timer);
    if (!timer)
        return;
    timer->handle = kit_library.qii.hand_over_thread();
    timer->env = env;
    pthread_getcpuclockid(pthread_self(), &timer->clock);
    pthread_mutex_lock(&lock);
    timer->next = timers;
    if (timers)
        timers->previous = timer;
    timers = timer;
    pthread_mutex_unlock(&lock);
    own = timer;
    static bool reported;
    if (!kit_timer_start(&timer->timer, CLOCK_THREAD_CPUTIME_ID, SIGNAL, rate) &&
        !__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        qjvm_message("some threads cannot be sampled: %s", strerror(errno));
}

void qjvm_timers_end(void)
{
    struct qjvm_timer *timer = own;
    own = NULL;
    if (!timer || !__atomic_load_n(&active, __ATOMIC_ACQUIRE))
        return;
    kit_timer_end(&timer->timer);
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_THREAD_ENDS;
    slot->thread = timer;
    slot->clock = kit_timer_read(CLOCK_THREAD_CPUTIME_ID);
    kit_slots_send(slot);
}

/* ---- for the recorder thread ------------------------------------------------------------------------------------- */

void *qjvm_timer_handle(const struct qjvm_timer *timer)
{
    return timer->handle;
}

void qjvm_timer_free(struct qjvm_timer *timer, uint64_t clock)
{
    kit_library.qii.end_stacks(timer->handle, clock);
    pthread_mutex_lock(&lock);
    if (timer->previous)
        timer->previous->next = timer->next;
    else
        timers = timer->next;
    if (timer->next)
        timer->next->previous = timer->previous;
    pthread_mutex_unlock(&lock);
    free(timer);
}

/* The threads still run, so their structs stay. */
void qjvm_timers_free_all(void)
{
    pthread_mutex_lock(&lock);
    for (const struct qjvm_timer *timer = timers; timer; timer = timer->next)
        kit_library.qii.end_stacks(timer->handle, kit_timer_read(timer->clock));
    pthread_mutex_unlock(&lock);
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

bool qjvm_timers_start(unsigned samples_per_second)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    /* HotSpot reads pointers that may be wrong, and catches the errors (SafeFetch). */
    static const int errors[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        sigdelset(&action.sa_mask, errors[i]);
    rate = samples_per_second;
    if (sigaction(SIGNAL, &action, NULL) != 0)
        return false;
    __atomic_store_n(&active, 1, __ATOMIC_RELEASE);
    return true;
}

void qjvm_timers_stop(void)
{
    __atomic_store_n(&active, 0, __ATOMIC_RELEASE);
}
