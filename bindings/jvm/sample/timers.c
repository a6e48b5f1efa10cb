#include "bindings/jvm/sample/timers.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bindings/jvm/runtime/messages.h"
#include "bindings/jvm/sample/running.h"
#include "bindings/jvm/sample/stacks.h"
#include "bindings/jvm/sample/virtuals.h"
#include "bindings/kit/library.h"
#include "bindings/kit/slots.h"

#define SIGNAL SIGSTKFLT /* the kernel never sends it, and neither the JVM nor profilers of programs use it */

static unsigned run;    /* number of the run; threads still have their structs of an earlier one */
static unsigned others; /* number of the last run with threads that ran before */
static __attribute__((tls_model("initial-exec"))) _Thread_local struct qjvm_sampled *own; /* read in the handler */

/* Return the calling thread's struct, NULL if it is not sampled in this run. */
static struct qjvm_sampled *current(void)
{
    return own && own->run == run ? own : NULL;
}

/* ---- a sample ---------------------------------------------------------------------------------------------------- */

static void take_sample(struct qjvm_sampled *thread, void *context)
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
    kit_timer_continue(&thread->it.timer, kit_timer_read(CLOCK_THREAD_CPUTIME_ID));
}

/* A thread that is not sampled, such as one that began before the samples did, has no allocations. */
void qjvm_timers_take_allocation(jvmtiEnv *jvmti, unsigned long row, uint64_t bytes, unsigned objects)
{
    struct qjvm_sampled *thread = kit_sampled_is_active() ? qjvm_timers_current() : NULL;
    if (!thread)
        return;
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_ALLOCATION;
    slot->thread = &thread->it;
    slot->virtual_thread = qjvm_virtuals_sample();
    slot->row = row;
    slot->bytes = bytes;
    slot->objects = objects;
    slot->count = qjvm_stacks_get(jvmti, NULL, (struct qjvm_frame *)slot->addresses, QJVM_FRAMES);
    slot->lacks_top = false;
    kit_slots_send(slot);
}

/* If the interrupted thread ran before the samples began, find out which it is. `thread` is the struct that it got
 * then, or NULL. Return NULL if it is no thread of the program. */
static struct qjvm_sampled *adopt(struct qjvm_sampled *thread)
{
    if (!thread || thread->it.ended)
        return NULL;
    thread->env = qjvm_running_env();
    if (thread->env)
        own = thread;
    return current();
}

static void handle(int number, siginfo_t *info, void *context)
{
    int before = errno;
    (void)number;
    if (info->si_code == SI_TIMER && kit_sampled_is_active()) {
        struct qjvm_sampled *thread = current() ? current() : adopt(info->si_value.sival_ptr);
        if (thread)
            take_sample(thread, context);
    }
    errno = before;
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static void prepare(struct qjvm_sampled *thread)
{
    thread->run = run;
    thread->suspensions.open.reason = QJVM_RUNS;
    pthread_mutex_init(&thread->suspensions.lock, NULL);
}

void qjvm_timers_begin(JNIEnv *env)
{
    struct qjvm_sampled *thread = current() || !kit_sampled_is_active() ? NULL : calloc(1, sizeof *thread);
    if (!thread)
        return;
    prepare(thread);
    thread->env = env;
    own = thread;
    static bool reported;
    if (!kit_sampled_begin(&thread->it) && !__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        qjvm_message("some threads cannot be sampled: %s", strerror(errno));
}

static void begin_other(pid_t system_id)
{
    struct qjvm_sampled *thread = calloc(1, sizeof *thread);
    if (!thread)
        return;
    prepare(thread);
    if (!kit_sampled_begin_other(&thread->it, system_id))
        free(thread);
}

void qjvm_timers_begin_others(void)
{
    qjvm_running_visit(begin_other);
    __atomic_store_n(&others, run, __ATOMIC_RELEASE); /* from now on, threads find their structs */
}

void *qjvm_timers_handle(struct kit_sampled *it)
{
    const struct qjvm_sampled *thread = (const struct qjvm_sampled *)it;
    bool is_new = !it->handle;
    void *handle = kit_sampled_handle(it);
    const char *name = is_new && handle ? qjvm_running_name(thread->env) : NULL;
    if (name)
        kit_library.qii.name_stacks(handle, name);
    return handle;
}

struct qjvm_sampled *qjvm_timers_current(void)
{
    static _Thread_local unsigned searched; /* number of the run in which this thread looked for its struct */
    if (kit_sampled_is_active() && !current() && __atomic_load_n(&others, __ATOMIC_ACQUIRE) == run && searched != run) {
        searched = run;
        adopt((struct qjvm_sampled *)kit_sampled_find((pid_t)syscall(SYS_gettid)));
    }
    return current();
}

bool qjvm_timers_name(const char *name)
{
    struct qjvm_sampled *thread = current();
    if (thread)
        kit_sampled_name(&thread->it, name);
    return thread;
}

void qjvm_timers_end(void)
{
    struct qjvm_sampled *thread = current();
    own = NULL;
    if (thread)
        kit_sampled_end(&thread->it);
}

void qjvm_timers_free(struct kit_sampled *it, uint64_t clock)
{
    kit_sampled_remove(it, clock);
    if (!it->system_id)
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
    run++;
    kit_sampled_start(CLOCK_THREAD_CPUTIME_ID, SIGNAL, samples_per_second);
    return true;
}
