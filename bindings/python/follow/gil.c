#include "bindings/python/follow/gil.h"

#include <pthread.h>
#include <time.h>

/* Shorter waits of C functions are not recorded, since the two clocks are not read at the same moment. */
#define SHORT_NS 20000

struct qpy_stacks *qpy_gil_holder;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* threads end without the GIL */

/* A function that stands for a wait. */
struct wait {
    struct kit_function *function; /* NULL = not needed so far */
    const char *name;
    int flags;
};

static struct wait in_python = {.name = "<waiting for the GIL>", .flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct wait in_c = {.name = "<waiting without the GIL>", .flags = QPROF_METHOD_FLAGS_WAITS};

/* Return the nanoseconds of a clock, 0 on failure. */
static uint64_t read_clock(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) != 0)
        return 0;
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Register the function of a wait. The time of a registration is the recorder's, and ends what the thread did before,
 * so this must happen before the thread waits. */
static void prepare(struct wait *wait)
{
    if (wait->function && kit_function_is_registered(wait->function))
        return;
    kit_library_lock();
    if (!wait->function)
        wait->function = kit_function_new(sizeof *wait->function);
    if (wait->function && !wait->function->name)
        kit_function_rename(wait->function, wait->name);
    if (wait->function && wait->function->name)
        kit_function_register(wait->function, &(struct kit_definition){.flags = wait->flags});
    kit_library_unlock();
}

static void record(const struct wait *wait, uint64_t nanoseconds)
{
    if (!wait->function || !kit_function_is_registered(wait->function))
        return;
    kit_library.qii.enter_method_since(wait->function->id, nanoseconds);
    kit_library.qii.leave_method(wait->function->id);
}

/* Return the function that a thread runs, NULL if none is known. */
static const struct qpy_function *running(const struct qpy_stacks *stacks)
{
    const struct qpy_stack *stack = stacks->current;
    return stack->top > stack->bottom ? stack->top->function : NULL;
}

/* The thread with these stacks has lost the GIL. */
static void leave(struct qpy_stacks *stacks, uint64_t now)
{
    const struct qpy_function *function = running(stacks);
    bool counts = function && (!function->waiting || function->left_out);
    stacks->gil_lost = counts ? now : 0;
    stacks->cpu_then = counts ? read_clock(stacks->cpu_clock) : 0;
}

/* The thread with these stacks has the GIL again. If it has used processor time meanwhile, it ran without the GIL: in a
 * C function, or while Python code called one that CPython does not report, such as those of ctypes. */
static void come_back(struct qpy_stacks *stacks, uint64_t now)
{
    const struct qpy_function *function = running(stacks);
    uint64_t passed = now - stacks->gil_lost, then = stacks->cpu_then, cpu = read_clock(stacks->cpu_clock);
    uint64_t least = function && function->source ? 0 : SHORT_NS;
    if (function && then && cpu && passed > cpu - then + least)
        record(least ? &in_c : &in_python, passed - (cpu - then));
    stacks->gil_lost = 0;
}

void qpy_gil_moves(struct qpy_stacks *here)
{
    uint64_t now = read_clock(CLOCK_MONOTONIC);
    pthread_mutex_lock(&lock);
    bool others = qpy_gil_holder;
    if (others)
        leave(qpy_gil_holder, now);
    __atomic_store_n(&qpy_gil_holder, here, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    if (here->gil_lost) {
        come_back(here, now);
    } else if (others) {
        prepare(&in_python);
        prepare(&in_c);
    }
}

void qpy_gil_forget(const struct qpy_stacks *stacks)
{
    pthread_mutex_lock(&lock);
    if (!stacks || qpy_gil_holder == stacks)
        __atomic_store_n(&qpy_gil_holder, NULL, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
}

void qpy_gil_forked(void)
{
    pthread_mutex_init(&lock, NULL);
    __atomic_store_n(&qpy_gil_holder, NULL, __ATOMIC_RELAXED);
    if (qpy_stacks_here)
        qpy_stacks_arrive(qpy_stacks_here); /* its CPU clock has changed with the thread's number */
}
