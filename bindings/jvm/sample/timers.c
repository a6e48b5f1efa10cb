#include "bindings/jvm/sample/timers.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/runtime/messages.h"
#include "bindings/jvm/sample/stacks.h"
#include "bindings/jvm/sample/virtuals.h"
#include "bindings/kit/slots.h"

#define SIGNAL SIGSTKFLT /* the kernel never sends it, and neither the JVM nor profilers of programs use it */

struct thread {
    struct kit_sampled it;
    JNIEnv *env;
};

static __attribute__((tls_model("initial-exec"))) _Thread_local struct thread *own; /* read in the handler */

/* ---- a sample ---------------------------------------------------------------------------------------------------- */

static void take_sample(struct thread *thread, void *context)
{
    uint64_t now = kit_timer_read(CLOCK_THREAD_CPUTIME_ID);
    struct kit_slot *slot = kit_slots_take();
    if (slot) {
        slot->kind = KIT_SLOT_SAMPLE;
        slot->thread = &thread->it;
        slot->clock = now;
        slot->virtual_thread = qjvm_virtuals_sample();
        slot->count =
            qjvm_stacks_find(thread->env, context, (struct qjvm_frame *)slot->addresses, QJVM_FRAMES, &slot->lacks_top);
        kit_slots_send(slot);
    }
    kit_timer_continue(&thread->it.timer, now);
}

/* A thread that is not sampled, such as one that began before the samples did, has no allocations. */
void qjvm_timers_take_allocation(jvmtiEnv *jvmti, unsigned long row, uint64_t bytes, unsigned objects)
{
    if (!own || !kit_sampled_is_active())
        return;
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_ALLOCATION;
    slot->thread = &own->it;
    slot->virtual_thread = qjvm_virtuals_sample();
    slot->row = row;
    slot->bytes = bytes;
    slot->objects = objects;
    slot->count = qjvm_stacks_get(jvmti, (struct qjvm_frame *)slot->addresses, QJVM_FRAMES);
    slot->lacks_top = false;
    kit_slots_send(slot);
}

static void handle(int number, siginfo_t *info, void *context)
{
    int before = errno;
    (void)number;
    if (info->si_code == SI_TIMER && own && kit_sampled_is_active())
        take_sample(own, context);
    errno = before;
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

void qjvm_timers_begin(JNIEnv *env)
{
    struct thread *thread = own || !kit_sampled_is_active() ? NULL : calloc(1, sizeof *thread);
    if (!thread)
        return;
    thread->env = env;
    own = thread;
    static bool reported;
    if (!kit_sampled_begin(&thread->it) && !__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        qjvm_message("some threads cannot be sampled: %s", strerror(errno));
}

bool qjvm_timers_name(const char *name)
{
    if (own)
        kit_sampled_name(&own->it, name);
    return own;
}

void qjvm_timers_end(void)
{
    struct thread *thread = own;
    own = NULL;
    if (thread)
        kit_sampled_end(&thread->it);
}

void qjvm_timers_free(struct kit_sampled *it, uint64_t clock)
{
    kit_sampled_remove(it, clock);
    free(it);
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
    if (sigaction(SIGNAL, &action, NULL) != 0)
        return false;
    kit_sampled_start(CLOCK_THREAD_CPUTIME_ID, SIGNAL, samples_per_second);
    return true;
}
