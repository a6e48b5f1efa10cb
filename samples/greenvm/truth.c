/* truth.c - times by the machine's own clock. */
#include "truth.h"

#include <qprof.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const state_names[] = {"running", "runnable", "blocked", "waiting", "ended"};

/* Sums of a system thread. Each system thread has its own, so that no locks are needed. */
struct account {
    struct account *next;
    int carrier;        /* -1: not a carrier */
    pid_t system;       /* thread id in the system */
    uint64_t since;     /* start of the carrier's current activity */
    uint64_t processor; /* value of the carrier's CPU clock at `since` */
    uint64_t running, scheduler, idle, library;
    uint64_t in_library; /* part of the carrier's current activity spent in the library */
    uint64_t unsure;
    uint64_t stolen;
    uint64_t calls;        /* calls of the library */
    struct thread *thread; /* green thread that runs on the carrier, or NULL */
    struct {
        uint64_t calls;
        uint64_t unsure;
        uint64_t stolen;
        uint64_t reports;
        uint64_t times[STATE_ENDED];
    } functions[]; /* by function number; the last element is for time outside of functions */
};

struct ended {
    int64_t number;
    const char *name;
    uint64_t unsure;
    uint64_t stolen;
    uint64_t reports;
    uint64_t times[STATE_ENDED];
    uint64_t flagged[STATE_ENDED];
};

static const struct program *known; /* program to measure; NULL = nothing is measured */
static int (*method_flags)(const struct function *function);
static FILE *log_file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct account *accounts;
static _Thread_local struct account *own;
static _Thread_local int own_carrier = -1;
static struct ended *ended;
static int ended_count;

static uint64_t read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Return the account of the calling system thread. It is created at the system thread's first event, because the
 * library does not know the system thread before. The time for which a carrier searched for a thread to run before that
 * event is not counted. */
static struct account *account(void)
{
    if (own)
        return own;
    own = calloc(1, sizeof *own + (size_t)(known->function_count + 1) * sizeof *own->functions);
    if (!own) {
        fprintf(stderr, "greenvm: out of memory\n");
        exit(2);
    }
    own->carrier = own_carrier;
    own->system = gettid();
    pthread_mutex_lock(&lock);
    own->next = accounts;
    accounts = own;
    pthread_mutex_unlock(&lock);
    own->processor = read_clock(CLOCK_THREAD_CPUTIME_ID);
    own->since = read_clock(CLOCK_MONOTONIC);
    return own;
}

void truth_open(const struct program *program, int (*flags_of)(const struct function *function), FILE *log)
{
    known = program;
    method_flags = flags_of;
    log_file = log;
}

static void log_state(const struct thread *thread, uint64_t now)
{
    if (log_file)
        fprintf(log_file, "%" PRIu64 " thread %" PRId64 " %s\n", now, thread->stack.number, state_names[thread->state]);
}

/* Return the function on top of the thread's stack; NULL before its first function and after its last. */
static const struct function *on_top(const struct thread *thread)
{
    return thread->has_begun && thread->stack.depth > 0 ? fiber_top(&thread->stack)->function : NULL;
}

static int number_of(const struct function *function)
{
    return function ? function->number : known->function_count;
}

/* Charge stolen time to the thread that runs here. Stolen time is the part of the thread's running time `ran` in
 * which it did not have the processor. */
static void charge_stolen(struct thread *thread, uint64_t processor, uint64_t ran)
{
    uint64_t used = processor - thread->processor;
    uint64_t stolen = ran > used ? ran - used : 0;
    thread->processor = processor;
    thread->stolen += stolen;
    own->stolen += stolen;
    own->functions[thread->charged].stolen += stolen;
}

/* Charge the time since the last charge. The monotonic clock is read last, closest to the library's reading. */
static void charge(struct thread *thread)
{
    struct account *here = account();
    uint64_t processor = thread->state == STATE_RUNNING ? read_clock(CLOCK_THREAD_CPUTIME_ID) : 0;
    uint64_t now = read_clock(CLOCK_MONOTONIC);
    const struct function *function = on_top(thread);
    int flags = function ? method_flags(function) : QPROF_METHOD_FLAGS_NONE;
    thread->times[thread->state] += now - thread->since;
    thread->charged = number_of(function);
    here->functions[thread->charged].times[thread->state] += now - thread->since;
    if (thread->state == STATE_RUNNING && flags != QPROF_METHOD_FLAGS_NONE)
        thread->flagged[flags == QPROF_METHOD_FLAGS_BLOCKS ? STATE_BLOCKED : STATE_WAITING] += now - thread->since;
    if (thread->state == STATE_RUNNING)
        charge_stolen(thread, processor, now - thread->since);
    thread->since = now;
}

/* If this system thread runs another thread than `thread`, for example the thread that spawns or wakes `thread`,
 * return that other thread. Otherwise return NULL. */
static struct thread *witness(const struct thread *thread)
{
    return account()->thread != thread ? own->thread : NULL;
}

void truth_begin(struct thread *thread)
{
    thread->state = STATE_RUNNABLE;
    if (!known)
        return;
    if (witness(thread))
        charge(own->thread);
    thread->since = read_clock(CLOCK_MONOTONIC);
    thread->charged = number_of(NULL);
    log_state(thread, thread->since);
}

void truth_state(struct thread *thread, enum state state)
{
    if (known && witness(thread))
        charge(own->thread);
    if (known)
        charge(thread);
    thread->state = state;
    if (!known)
        return;
    if (state == STATE_RUNNING) {
        own->thread = thread;
        thread->processor = read_clock(CLOCK_THREAD_CPUTIME_ID);
    } else if (own->thread == thread) {
        own->thread = NULL;
    }
    log_state(thread, thread->since);
}

/* Do not charge a running thread for the time since its last charge, because that time was spent in the library. If
 * the time is more than TRUTH_GAP, add it to the unsure time of the thread and its functions. */
static void spend(struct thread *thread, uint64_t now)
{
    uint64_t gap = now - thread->since;
    int function = number_of(on_top(thread));
    if (thread->state == STATE_RUNNING) {
        thread->since = now;
        thread->processor = read_clock(CLOCK_THREAD_CPUTIME_ID);
    }
    thread->reports++;
    own->functions[thread->charged].reports++;
    if (function != thread->charged)
        own->functions[function].reports++;
    if (gap <= TRUTH_GAP)
        return;
    thread->unsure += gap;
    own->functions[thread->charged].unsure += gap;
    if (function != thread->charged)
        own->functions[function].unsure += gap;
}

void truth_reported(struct thread *thread)
{
    if (!known)
        return;
    uint64_t now = read_clock(CLOCK_MONOTONIC);
    uint64_t gap = now - thread->since;
    account()->in_library += gap;
    own->calls++;
    if (gap > TRUTH_GAP)
        own->unsure += gap;
    if (witness(thread))
        spend(own->thread, now);
    spend(thread, now);
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
    if (!known)
        return;
    pthread_mutex_lock(&lock);
    ended = program_grow(ended, ended_count, sizeof *ended);
    ended[ended_count] = (struct ended){.number = thread->stack.number,
                                        .name = name,
                                        .unsure = thread->unsure,
                                        .stolen = thread->stolen,
                                        .reports = thread->reports};
    memcpy(ended[ended_count].times, thread->times, sizeof thread->times);
    memcpy(ended[ended_count].flagged, thread->flagged, sizeof thread->flagged);
    ended_count++;
    pthread_mutex_unlock(&lock);
}

/* ---- carriers --------------------------------------------------------------------------------------------- */

/* End the carrier's current activity and start another one. Return the time of the ended activity without the time
 * in the library. Set *processor to the CPU time of the activity, at most the returned time. */
static uint64_t turn(uint64_t now, uint64_t *processor)
{
    uint64_t used = read_clock(CLOCK_THREAD_CPUTIME_ID);
    uint64_t wall = now - own->since - own->in_library;
    *processor = used - own->processor < wall ? used - own->processor : wall;
    own->library += own->in_library;
    own->in_library = 0;
    own->since = now;
    own->processor = used;
    return wall;
}

void truth_carrier_begin(int number)
{
    own_carrier = number;
}

void truth_carrier_searches(const struct thread *left)
{
    uint64_t processor;
    if (known)
        own->running += turn(left->since, &processor);
}

static void end_search(uint64_t now)
{
    uint64_t processor;
    uint64_t wall = turn(now, &processor);
    own->scheduler += processor;
    own->idle += wall - processor;
}

void truth_carrier_runs(const struct thread *found)
{
    if (known)
        end_search(found->since);
}

void truth_carrier_end(void)
{
    if (known && own)
        end_search(read_clock(CLOCK_MONOTONIC));
}

/* ---- the end ---------------------------------------------------------------------------------------------- */

static void print_times(FILE *out, const uint64_t *times, uint64_t unsure, uint64_t stolen, uint64_t reports)
{
    for (int state = 0; state < STATE_ENDED; state++)
        fprintf(out, " %s %" PRIu64, state_names[state], times[state]);
    fprintf(out, " unsure %" PRIu64 " stolen %" PRIu64 " reports %" PRIu64, unsure, stolen, reports);
}

static void print_function(FILE *out, int function)
{
    uint64_t times[STATE_ENDED] = {0};
    uint64_t calls = 0;
    uint64_t unsure = 0;
    uint64_t stolen = 0;
    uint64_t reports = 0;
    for (const struct account *each = accounts; each; each = each->next) {
        calls += each->functions[function].calls;
        unsure += each->functions[function].unsure;
        stolen += each->functions[function].stolen;
        reports += each->functions[function].reports;
        for (int state = 0; state < STATE_ENDED; state++)
            times[state] += each->functions[function].times[state];
    }
    fprintf(out, "function %s calls %" PRIu64,
            function < known->function_count ? known->functions[function]->name : "-", calls);
    print_times(out, times, unsure, stolen, reports);
    fputc('\n', out);
}

void truth_print(FILE *out)
{
    for (int i = 0; i < ended_count; i++) {
        fprintf(out, "thread %" PRId64 " %s", ended[i].number, ended[i].name);
        print_times(out, ended[i].times, ended[i].unsure, ended[i].stolen, ended[i].reports);
        fprintf(out, " running-in-blocks %" PRIu64 " running-in-waits %" PRIu64 "\n", ended[i].flagged[STATE_BLOCKED],
                ended[i].flagged[STATE_WAITING]);
    }
    for (int function = 0; function <= known->function_count; function++)
        print_function(out, function);
    for (const struct account *each = accounts; each; each = each->next)
        if (each->carrier >= 0)
            fprintf(out,
                    "carrier %d system %d running %" PRIu64 " scheduler %" PRIu64 " idle %" PRIu64 " library %" PRIu64
                    " unsure %" PRIu64 " stolen %" PRIu64 " reports %" PRIu64 "\n",
                    each->carrier, (int)each->system, each->running, each->scheduler, each->idle, each->library,
                    each->unsure, each->stolen, each->calls);
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
