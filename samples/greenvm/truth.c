/* truth.c - times by the machine's own clock. */
#include "truth.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static const char *const state_names[] = {"running", "runnable", "blocked", "waiting", "ended"};

/* What one system thread adds to, so that none waits for another. */
struct account {
    struct account *next;
    int carrier;        /* -1: it carries no threads */
    uint64_t since;     /* of what the carrier does */
    uint64_t processor; /* its CPU clock then */
    uint64_t running, scheduler, idle;
    struct {
        uint64_t calls;
        uint64_t times[STATE_ENDED];
    } functions[]; /* the last one for what no function has */
};

struct ended {
    int64_t number;
    const char *name;
    uint64_t times[STATE_ENDED];
};

static const struct program *known; /* NULL: nothing is kept */
static FILE *log_file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct account *accounts;
static _Thread_local struct account *own;
static struct ended *ended;
static int ended_count;

static uint64_t read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static struct account *account(void)
{
    if (own)
        return own;
    own = calloc(1, sizeof *own + (size_t)(known->function_count + 1) * sizeof *own->functions);
    if (!own) {
        fprintf(stderr, "greenvm: out of memory\n");
        exit(2);
    }
    own->carrier = -1;
    pthread_mutex_lock(&lock);
    own->next = accounts;
    accounts = own;
    pthread_mutex_unlock(&lock);
    return own;
}

void truth_open(const struct program *program, FILE *log)
{
    known = program;
    log_file = log;
}

static void say(const struct thread *thread, uint64_t now)
{
    if (log_file)
        fprintf(log_file, "%" PRIu64 " thread %" PRId64 " %s\n", now, thread->stack.number, state_names[thread->state]);
}

void truth_begin(struct thread *thread)
{
    thread->state = STATE_RUNNABLE;
    if (!known)
        return;
    thread->since = read_clock(CLOCK_MONOTONIC);
    say(thread, thread->since);
}

static void charge(struct thread *thread)
{
    uint64_t now = read_clock(CLOCK_MONOTONIC);
    bool has_frame = thread->has_begun && thread->stack.depth > 0;
    int function = has_frame ? fiber_top(&thread->stack)->function->number : known->function_count;
    thread->times[thread->state] += now - thread->since;
    account()->functions[function].times[thread->state] += now - thread->since;
    thread->since = now;
}

void truth_state(struct thread *thread, enum state state)
{
    if (known)
        charge(thread);
    thread->state = state;
    if (known)
        say(thread, thread->since);
}

void truth_told(struct thread *thread)
{
    if (known)
        thread->since = read_clock(CLOCK_MONOTONIC);
}

void truth_frame(struct thread *thread)
{
    if (known)
        charge(thread);
}

void truth_call(const struct thread *thread)
{
    if (known)
        account()->functions[fiber_top(&thread->stack)->function->number].calls++;
}

void truth_end(struct thread *thread, const char *name)
{
    if (!known) {
        thread->state = STATE_ENDED;
        return;
    }
    truth_state(thread, STATE_ENDED);
    pthread_mutex_lock(&lock);
    ended = program_grow(ended, ended_count, sizeof *ended);
    ended[ended_count] = (struct ended){.number = thread->stack.number, .name = name};
    for (int state = 0; state < STATE_ENDED; state++)
        ended[ended_count].times[state] = thread->times[state];
    ended_count++;
    pthread_mutex_unlock(&lock);
}

/* ---- carriers --------------------------------------------------------------------------------------------- */

/* Returns how long the carrier has done what it does, on and off the processor. */
static uint64_t turn(uint64_t *processor)
{
    uint64_t now = read_clock(CLOCK_MONOTONIC);
    uint64_t used = read_clock(CLOCK_THREAD_CPUTIME_ID);
    uint64_t wall = now - own->since;
    *processor = used - own->processor < wall ? used - own->processor : wall;
    own->since = now;
    own->processor = used;
    return wall;
}

void truth_carrier_begin(int number)
{
    uint64_t processor;
    if (!known)
        return;
    account()->carrier = number;
    turn(&processor);
}

void truth_carrier_searches(void)
{
    uint64_t processor;
    if (known)
        own->running += turn(&processor);
}

void truth_carrier_runs(void)
{
    uint64_t processor;
    if (!known)
        return;
    uint64_t wall = turn(&processor);
    own->scheduler += processor;
    own->idle += wall - processor;
}

/* ---- the end ---------------------------------------------------------------------------------------------- */

static void print_times(FILE *out, const uint64_t *times)
{
    for (int state = 0; state < STATE_ENDED; state++)
        fprintf(out, " %s %" PRIu64, state_names[state], times[state]);
    fputc('\n', out);
}

static void print_function(FILE *out, int function)
{
    uint64_t times[STATE_ENDED] = {0};
    uint64_t calls = 0;
    for (const struct account *each = accounts; each; each = each->next) {
        calls += each->functions[function].calls;
        for (int state = 0; state < STATE_ENDED; state++)
            times[state] += each->functions[function].times[state];
    }
    fprintf(out, "function %s calls %" PRIu64,
            function < known->function_count ? known->functions[function]->name : "-", calls);
    print_times(out, times);
}

void truth_print(FILE *out)
{
    for (int i = 0; i < ended_count; i++) {
        fprintf(out, "thread %" PRId64 " %s", ended[i].number, ended[i].name);
        print_times(out, ended[i].times);
    }
    for (int function = 0; function <= known->function_count; function++)
        print_function(out, function);
    for (const struct account *each = accounts; each; each = each->next)
        if (each->carrier >= 0)
            fprintf(out, "carrier %d running %" PRIu64 " scheduler %" PRIu64 " idle %" PRIu64 "\n", each->carrier,
                    each->running, each->scheduler, each->idle);
}

void truth_close(void)
{
    while (accounts) {
        struct account *next = accounts->next;
        free(accounts);
        accounts = next;
    }
    free(ended);
    known = NULL;
}
