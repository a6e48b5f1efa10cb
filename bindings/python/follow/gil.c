#include "bindings/python/follow/gil.h"

#include <pthread.h>
#include <time.h>

struct qpy_stacks *qpy_gil_holder;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* threads end without the GIL */
static struct kit_function *wait;                        /* the function that stands for the wait */

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Return the function that stands for the wait, registered. Return NULL if out of memory. */
static const struct kit_function *registered(void)
{
    kit_library_lock();
    if (!wait)
        wait = kit_function_new(sizeof *wait);
    if (wait && !wait->name)
        kit_function_rename(wait, "<waiting for the GIL>");
    if (wait && !kit_function_is_registered(wait))
        kit_function_register(wait, &(struct kit_definition){.flags = QPROF_METHOD_FLAGS_BLOCKS});
    kit_library_unlock();
    return wait;
}

static void record(uint64_t nanoseconds)
{
    const struct kit_function *function = registered();
    if (!function)
        return;
    kit_library.qii.enter_method_since(function->id, nanoseconds);
    kit_library.qii.leave_method(function->id);
}

static bool runs_python(const struct qpy_stack *stack)
{
    return stack->top > stack->bottom && stack->top->function->source;
}

void qpy_gil_moves(struct qpy_stacks *here)
{
    uint64_t moved = now();
    pthread_mutex_lock(&lock);
    if (qpy_gil_holder && runs_python(qpy_gil_holder->current))
        qpy_gil_holder->lost_gil = moved;
    qpy_gil_holder = here;
    pthread_mutex_unlock(&lock);
    if (here->lost_gil)
        record(moved - here->lost_gil);
    here->lost_gil = 0;
}

void qpy_gil_forget(const struct qpy_stacks *stacks)
{
    pthread_mutex_lock(&lock);
    if (!stacks || qpy_gil_holder == stacks)
        qpy_gil_holder = NULL;
    pthread_mutex_unlock(&lock);
}

void qpy_gil_forked(void)
{
    pthread_mutex_init(&lock, NULL);
}
