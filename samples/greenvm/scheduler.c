/* scheduler.c - the carriers' queues, stealing, and sleeping. */
#include "scheduler.h"

#include "timers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct queue {
    pthread_mutex_t lock;
    struct thread *first;
    struct thread *last;
    int count;
};

static struct queue queues[SCHEDULER_CARRIERS];
static int carriers;
static _Thread_local int own; /* number of the calling carrier; 0 in a system thread that is no carrier */
static atomic_int ready;      /* threads in all queues */
static atomic_bool over;

static pthread_mutex_t sleep_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t sleep_end;
static atomic_int sleepers;

static pthread_mutex_t timer_lock = PTHREAD_MUTEX_INITIALIZER;
static struct timers timers;
static atomic_uint_least64_t earliest = UINT64_MAX;
static void (*wake_up)(struct thread *thread);

uint64_t scheduler_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void scheduler_start(pthread_t *started, void *(*run)(void *), void *argument)
{
    int failure = pthread_create(started, NULL, run, argument);
    if (failure == 0)
        return;
    fprintf(stderr, "greenvm: cannot start a thread: %s\n", strerror(failure));
    exit(2);
}

void scheduler_init(int count, void (*wake)(struct thread *thread))
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&sleep_end, &attributes);
    carriers = count;
    wake_up = wake;
    for (int i = 0; i < carriers; i++)
        pthread_mutex_init(&queues[i].lock, NULL);
}

void scheduler_join(int carrier)
{
    own = carrier;
}

/* ---- queues ----------------------------------------------------------------------------------------------- */

static void append(struct queue *queue, struct thread *first, struct thread *last, int count)
{
    pthread_mutex_lock(&queue->lock);
    last->next = NULL;
    if (queue->last)
        queue->last->next = first;
    else
        queue->first = first;
    queue->last = last;
    queue->count += count;
    pthread_mutex_unlock(&queue->lock);
}

/* Take the first thread of the queue, or the first half of the queue if `half` is true. Return the first thread
 * taken and set *last to the last one. Return NULL if the queue is empty. */
static struct thread *take(struct queue *queue, bool half, struct thread **last, int *count)
{
    pthread_mutex_lock(&queue->lock);
    struct thread *first = queue->first;
    if (first) {
        int wanted = half ? (queue->count + 1) / 2 : 1;
        *last = first;
        for (*count = 1; *count < wanted; ++*count)
            *last = (*last)->next;
        queue->first = (*last)->next;
        if (!queue->first)
            queue->last = NULL;
        queue->count -= *count;
    }
    pthread_mutex_unlock(&queue->lock);
    return first;
}

static struct thread *steal(void)
{
    struct thread *last;
    int count;
    for (int i = 1; i < carriers; i++) {
        struct thread *first = take(&queues[(own + i) % carriers], true, &last, &count);
        if (!first)
            continue;
        if (count > 1)
            append(&queues[own], first->next, last, count - 1);
        return first;
    }
    return NULL;
}

static void wake_sleepers(void)
{
    if (atomic_load(&sleepers) == 0)
        return;
    pthread_mutex_lock(&sleep_lock);
    pthread_cond_signal(&sleep_end);
    pthread_mutex_unlock(&sleep_lock);
}

void scheduler_ready(struct thread *thread)
{
    append(&queues[own], thread, thread, 1);
    atomic_fetch_add(&ready, 1);
    wake_sleepers();
}

bool scheduler_has_more(void)
{
    return atomic_load_explicit(&ready, memory_order_relaxed) > 0;
}

/* ---- deadlines -------------------------------------------------------------------------------------------- */

void scheduler_at_deadline(struct thread *thread)
{
    pthread_mutex_lock(&timer_lock);
    timers_add(&timers, thread);
    bool is_first = timers.heap[0] == thread;
    atomic_store(&earliest, timers_earliest(&timers));
    pthread_mutex_unlock(&timer_lock);
    if (is_first) /* wake carriers that sleep until a later deadline */
        wake_sleepers();
}

static void wake_due(void)
{
    while (atomic_load(&earliest) <= scheduler_now()) {
        pthread_mutex_lock(&timer_lock);
        struct thread *due = timers_earliest(&timers) <= scheduler_now() ? timers_take(&timers) : NULL;
        atomic_store(&earliest, timers_earliest(&timers));
        pthread_mutex_unlock(&timer_lock);
        if (due)
            wake_up(due);
    }
}

/* ---- the search ------------------------------------------------------------------------------------------- */

static void nap(void)
{
    pthread_mutex_lock(&sleep_lock);
    atomic_fetch_add(&sleepers, 1);
    uint64_t until = atomic_load(&earliest);
    if (atomic_load(&ready) == 0 && !atomic_load(&over)) {
        struct timespec time = {(time_t)(until / 1000000000u), (long)(until % 1000000000u)};
        if (until == UINT64_MAX)
            pthread_cond_wait(&sleep_end, &sleep_lock);
        else
            pthread_cond_timedwait(&sleep_end, &sleep_lock, &time);
    }
    atomic_fetch_sub(&sleepers, 1);
    pthread_mutex_unlock(&sleep_lock);
}

struct thread *scheduler_next(void)
{
    while (!atomic_load(&over)) {
        struct thread *last;
        int count;
        wake_due();
        struct thread *thread = take(&queues[own], false, &last, &count);
        if (!thread)
            thread = steal();
        if (thread) {
            atomic_fetch_sub(&ready, 1);
            return thread;
        }
        nap();
    }
    return NULL;
}

void scheduler_stop(void)
{
    atomic_store(&over, true);
    pthread_mutex_lock(&sleep_lock);
    pthread_cond_broadcast(&sleep_end);
    pthread_mutex_unlock(&sleep_lock);
}
