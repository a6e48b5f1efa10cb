#include "bindings/sample/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/library.h"
#include "bindings/kit/slots.h"
#include "bindings/sample/real.h"

static __attribute__((tls_model("initial-exec"))) _Thread_local struct sampled *own;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sampled *unused; /* list of structs of ended threads, since the recorder thread may not free them */
static pthread_key_t key;
static clockid_t source = CLOCK_THREAD_CPUTIME_ID;

/* ---- a sample ---------------------------------------------------------------------------------------------------- */

static void take_sample(struct sampled *thread, void *context)
{
    uint64_t now = kit_timer_read(source);
    struct kit_slot *slot = kit_slots_take();
    if (slot) {
        slot->kind = KIT_SLOT_SAMPLE;
        slot->thread = &thread->it;
        slot->clock = now;
        slot->count = kit_library.qii.find_stack(context, slot->addresses, KIT_SLOT_MOST);
        kit_slots_send(slot);
    }
    restart_call(&thread->restarted, context, source != CLOCK_THREAD_CPUTIME_ID);
    kit_timer_continue(&thread->it.timer, kit_timer_read(source));
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
    else if (own && kit_sampled_is_active())
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
        unused = thread->next_unused;
    pthread_mutex_unlock(&lock);
    if (thread)
        *thread = (struct sampled){.next_unused = NULL};
    return thread ? thread : calloc(1, sizeof *thread);
}

void sampled_begin(void)
{
    struct sampled *thread = new_thread();
    if (!thread)
        return;
    pthread_setspecific(key, thread);
    own = thread;
    static bool reported;
    if (!kit_sampled_begin(&thread->it) && !__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        fprintf(stderr, "qii run: some threads cannot be sampled: %s\n", strerror(errno));
}

static void end_thread(void *data)
{
    struct sampled *thread = data;
    own = NULL;
    kit_sampled_end(&thread->it);
}

void sampled_free(struct kit_sampled *it, uint64_t clock)
{
    struct sampled *thread = (struct sampled *)it;
    kit_sampled_remove(it, clock);
    pthread_mutex_lock(&lock);
    thread->next_unused = unused;
    unused = thread;
    pthread_mutex_unlock(&lock);
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

bool sampled_start(bool wall, unsigned samples_per_second)
{
    struct sigaction own_action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigfillset(&own_action.sa_mask);
    source = wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    if (pthread_key_create(&key, end_thread) != 0 || real_sigaction(SAMPLED_SIGNAL, &own_action, &action) != 0)
        return false;
    kit_sampled_start(source, SAMPLED_SIGNAL, samples_per_second);
    return true;
}

void sampled_leave(void)
{
    if (kit_sampled_is_active())
        real_sigaction(SAMPLED_SIGNAL, &action, NULL);
    kit_sampled_stop();
    own = NULL;
}
