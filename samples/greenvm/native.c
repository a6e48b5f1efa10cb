/* native.c - built-in functions. */
#include "native.h"

#include "channel.h"
#include "scheduler.h"
#include "timers.h"
#include "truth.h"

#include <qprof.h>

#include <pthread.h>
#include <string.h>
#include <time.h>

/* ---- the device: a separate system thread, not a carrier ------------------------------------------------------ */

static struct {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct timers reads;
    bool over;
} device;

static void *run_device(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&device.lock);
    while (!device.over) {
        uint64_t due = timers_earliest(&device.reads);
        if (due <= scheduler_now()) {
            life_wake(timers_take(&device.reads), 0);
            continue;
        }
        struct timespec until = {(time_t)(due / 1000000000u), (long)(due % 1000000000u)};
        if (due == UINT64_MAX)
            pthread_cond_wait(&device.changed, &device.lock);
        else
            pthread_cond_timedwait(&device.changed, &device.lock, &until);
    }
    pthread_mutex_unlock(&device.lock);
    return NULL;
}

void native_open_device(void)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&device.changed, &attributes);
    pthread_mutex_init(&device.lock, NULL);
    scheduler_start(&device.thread, run_device, NULL);
}

void native_close_device(void)
{
    pthread_mutex_lock(&device.lock);
    device.over = true;
    pthread_cond_signal(&device.changed);
    pthread_mutex_unlock(&device.lock);
    pthread_join(device.thread, NULL);
}

/* ---- the natives -------------------------------------------------------------------------------------------- */

static uint64_t after(const int64_t *microseconds)
{
    return scheduler_now() + (uint64_t)(*microseconds > 0 ? *microseconds : 0) * 1000;
}

static enum outcome make_channel(struct thread *thread, const int64_t *arguments)
{
    thread->result = channel_new(arguments[0]);
    return OUTCOME_DONE;
}

static enum outcome sleep_for(struct thread *thread, const int64_t *arguments)
{
    thread->deadline = after(arguments);
    life_park(thread, STATE_WAITING);
    scheduler_at_deadline(thread);
    return OUTCOME_PARKED;
}

static enum outcome read_device(struct thread *thread, const int64_t *arguments)
{
    thread->deadline = after(arguments);
    life_park(thread, STATE_BLOCKED);
    pthread_mutex_lock(&device.lock);
    timers_add(&device.reads, thread);
    pthread_cond_signal(&device.changed);
    pthread_mutex_unlock(&device.lock);
    return OUTCOME_PARKED;
}

static enum outcome block(struct thread *thread, const int64_t *arguments)
{
    uint64_t until = after(arguments);
    struct timespec time = {(time_t)(until / 1000000000u), (long)(until % 1000000000u)};
    truth_state(thread, STATE_BLOCKED);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
    truth_state(thread, STATE_RUNNING);
    thread->result = 0;
    return OUTCOME_DONE;
}

static enum outcome spin(struct thread *thread, const int64_t *arguments)
{
    for (uint64_t until = after(arguments); scheduler_now() < until;)
        ;
    thread->result = 0;
    return OUTCOME_DONE;
}

static const struct native {
    const char *name;
    int parameters;
    int flags;
    enum outcome (*run)(struct thread *thread, const int64_t *arguments);
} natives[] = {
    {"channel", 1, QPROF_METHOD_FLAGS_NONE, make_channel},
    {"send", 2, QPROF_METHOD_FLAGS_WAITS, channel_send},
    {"receive", 1, QPROF_METHOD_FLAGS_WAITS, channel_receive},
    {"join", 1, QPROF_METHOD_FLAGS_WAITS, life_join},
    {"sleep", 1, QPROF_METHOD_FLAGS_WAITS, sleep_for},
    {"read", 1, QPROF_METHOD_FLAGS_BLOCKS, read_device},
    {"block", 1, QPROF_METHOD_FLAGS_BLOCKS, block},
    {"spin", 1, QPROF_METHOD_FLAGS_NONE, spin},
};

#define NATIVES (int)(sizeof natives / sizeof *natives)

void native_declare(struct program *program)
{
    for (int i = 0; i < NATIVES; i++) {
        struct function *function = program_function(program, natives[i].name);
        function->parameters = function->locals = natives[i].parameters;
        function->line = -1; /* defined, but without a line */
    }
}

bool native_is(const struct function *function)
{
    return function->number < NATIVES;
}

int native_flags(const struct function *function)
{
    return native_is(function) ? natives[function->number].flags : QPROF_METHOD_FLAGS_NONE;
}

enum outcome native_run(struct thread *thread)
{
    const struct frame *frame = fiber_top(&thread->stack);
    int64_t arguments[2];
    memcpy(arguments, thread->stack.values + frame->base, (size_t)frame->function->parameters * sizeof *arguments);
    return natives[frame->function->number].run(thread, arguments);
}
