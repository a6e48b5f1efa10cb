#include "bindings/python/follow/sampling.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "bindings/python/follow/interrupt.h"
#include "bindings/python/follow/start.h"
#include "bindings/python/frames/coroutine.h"

#if PY_VERSION_HEX < 0x030d0000
#define Py_IsFinalizing _Py_IsFinalizing
#endif
#define SECOND 1000000000L

static long interval; /* in nanoseconds of processor time */
static uintptr_t run; /* number of the sampled run, 0 = take no samples; written atomically */

/* ---- one sample -------------------------------------------------------------------------------------------------- */

static struct qpy_function *function_of(PyFrameObject *frame)
{
    PyCodeObject *code = PyFrame_GetCode(frame);
    struct qpy_function *function = qpy_function_of_code(code, frame);
    Py_DECREF(code);
    return function && !function->left_out ? function : NULL;
}

/* Pop the frames above `known`. */
static void pop_to(struct qpy_stack *stack, const struct qpy_frame *known)
{
    while (stack->top > known)
        qpy_stack_pop(stack);
}

/* Make the recorded frames of the thread equal to those it has, from the oldest on. */
static void restore(struct qpy_stack *stack, PyFrameObject *const *frames, size_t count)
{
    const struct qpy_frame *known = stack->bottom; /* up to here they are equal */
    bool equal = true;
    for (size_t i = 0; i < count; i++) {
        struct qpy_function *function = function_of(frames[i]);
        if (!function)
            continue;
        if (equal && known < stack->top && known[1].call == frames[i] && known[1].function == function) {
            known++;
            continue;
        }
        if (equal)
            pop_to(stack, known);
        equal = false;
        qpy_stack_follow(stack, frames[i], function);
    }
    if (equal)
        pop_to(stack, known);
}

static void take(PyFrameObject *newest)
{
    static __thread struct qpy_stack stack;
    static __thread uintptr_t its_run; /* in which the library knows the stack's frames */
    static __thread bool begun; /* a sample of the run had a frame; none has as the thread's first frame begins */
    size_t count = 0;
    for (PyFrameObject *frame = newest; frame; frame = qpy_frame_caller(frame))
        count++;
    PyFrameObject **frames = malloc((count + 1) * sizeof(PyFrameObject *));
    if (!frames)
        return;
    size_t at = count;
    for (PyFrameObject *frame = newest; frame; frame = qpy_frame_caller(frame))
        frames[--at] = frame;
    if (its_run != run) {
        if (stack.bottom)
            qpy_stack_fini(&stack);
        qpy_stack_init(&stack, 0);
        its_run = run;
        begun = false;
    }
    if (!begun && count) {
        begun = true;
        qpy_start_thread(frames[0]);
    }
    restore(&stack, frames, count);
    kit_library.qii.record_sample(-1);
    free(frames);
}

/* The thread that runs Python's code was interrupted in this frame. */
static void interrupted(PyFrameObject *frame)
{
    if (!__atomic_load_n(&run, __ATOMIC_RELAXED))
        return;
    kit_library.qii.begin_sample();
    take(frame);
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

static void *wait_and_interrupt(void *its_run)
{
    struct timespec due;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &due);
    while (__atomic_load_n(&run, __ATOMIC_RELAXED) == (uintptr_t)its_run) {
        due.tv_nsec += interval;
        due.tv_sec += due.tv_nsec / SECOND;
        due.tv_nsec %= SECOND;
        if (clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, TIMER_ABSTIME, &due, NULL) != 0 || Py_IsFinalizing())
            break;
        qpy_interrupt();
    }
    return NULL;
}

const char *qpy_sampling_begin(unsigned rate)
{
    static uintptr_t runs;
    pthread_t thread;
    sigset_t all, before;
    const char *wrong = qpy_interrupts_begin(interrupted);
    if (wrong)
        return wrong;
    interval = SECOND / (long)rate;
    __atomic_store_n(&run, ++runs, __ATOMIC_RELAXED);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before); /* the program's signals are for its own threads */
    int failed = pthread_create(&thread, NULL, wait_and_interrupt, (void *)runs);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed)
        return "cannot start a thread that takes samples";
    pthread_detach(thread);
    return NULL;
}

void qpy_sampling_end(void)
{
    __atomic_store_n(&run, 0, __ATOMIC_RELAXED);
    qpy_interrupts_end();
}
