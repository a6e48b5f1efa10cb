/* life.c - threads from their creation to their end. */
#include "life.h"

#include "scheduler.h"
#include "truth.h"

#include <pthread.h>
#include <stdlib.h>

static struct profiler *profiler;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects the variables below and the lists of joiners */
static struct life {
    struct thread *thread; /* NULL after the thread's end */
    int64_t result;        /* result of the ended thread */
} * lives;                 /* array by thread number */
static int count;

void life_open(struct profiler *opened)
{
    profiler = opened;
}

void life_park(struct thread *thread, enum state state)
{
    truth_state(thread, state);
    truth_carrier_searches(thread);
    profiler_suspend(profiler, thread);
    truth_reported(thread);
}

void life_wake(struct thread *thread, int64_t result)
{
    thread->result = result;
    truth_state(thread, STATE_RUNNABLE);
    profiler_wake(profiler, thread);
    truth_reported(thread);
    scheduler_ready(thread);
}

struct thread *life_begin(struct fiber *spawner, struct function *function)
{
    struct thread *thread = program_grow(NULL, 0, sizeof *thread);
    pthread_mutex_lock(&lock);
    lives = program_grow(lives, count, sizeof *lives);
    lives[count].thread = thread;
    thread->stack.number = count++;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < function->parameters; i++)
        fiber_push(&thread->stack, spawner->values[spawner->count - function->parameters + i]);
    if (spawner)
        spawner->count -= function->parameters;
    fiber_enter(&thread->stack, function);
    truth_begin(thread);
    profiler_begin(profiler, thread);
    truth_reported(thread);
    return thread;
}

static void free_thread(struct thread *thread)
{
    free(thread->stack.frames);
    free(thread->stack.values);
    free(thread);
}

void life_end(struct thread *thread, const struct function *first, int64_t result)
{
    int64_t number = thread->stack.number;
    pthread_mutex_lock(&lock);
    lives[number] = (struct life){NULL, result};
    struct thread *joiner = thread->joiners;
    pthread_mutex_unlock(&lock);
    while (joiner) {
        struct thread *next = joiner->next;
        life_wake(joiner, result);
        joiner = next;
    }
    truth_state(thread, STATE_ENDED);
    truth_carrier_searches(thread);
    profiler_end(profiler, thread);
    truth_reported(thread);
    truth_end(thread, first->name);
    free_thread(thread);
    if (number == 0)
        scheduler_stop();
}

enum outcome life_join(struct thread *thread, const int64_t *arguments)
{
    enum outcome outcome = OUTCOME_DONE;
    pthread_mutex_lock(&lock);
    bool is_known = arguments[0] >= 0 && arguments[0] < count;
    struct thread *target = is_known ? lives[arguments[0]].thread : NULL;
    thread->result = is_known ? lives[arguments[0]].result : 0;
    if (target && target != thread) {
        life_park(thread, STATE_WAITING);
        thread->next = target->joiners;
        target->joiners = thread;
        outcome = OUTCOME_PARKED;
    }
    pthread_mutex_unlock(&lock);
    return outcome;
}

int64_t life_close(void)
{
    int64_t result = lives[0].result;
    for (int i = 0; i < count; i++) {
        struct thread *thread = lives[i].thread;
        if (!thread)
            continue;
        truth_state(thread, STATE_ENDED);
        truth_end(thread, thread->stack.frames->function->name);
        free_thread(thread);
    }
    free(lives);
    return result;
}
