#include "bindings/python/follow/sampling.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bindings/python/follow/thread.h"
#include "bindings/python/frames/coroutine.h"

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
        if (count)
            qpy_thread_name(frames[0]);
    }
    restore(&stack, frames, count);
    kit_library.qii.record_sample(-1);
    free(frames);
}

/* The first event after the signal. The call of a function comes before the function runs, so the sample belongs to the
 * caller. */
static int profile(PyObject *self, PyFrameObject *frame, int what, PyObject *argument)
{
    (void)self;
    (void)argument;
    PyThreadState *state = PyThreadState_Get();
    state->c_profilefunc = NULL;
    if (__atomic_load_n(&run, __ATOMIC_RELAXED)) {
        kit_library.qii.begin_sample();
        take(what == PyTrace_CALL ? qpy_frame_caller(frame) : frame);
    }
    return 0;
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

/* A program's own profile function stays in place, and there is no sample. CPython sets use_tracing to what is right
 * when our profile function has returned. */
static void interrupted(int number)
{
    (void)number;
    PyThreadState *state = _PyThreadState_UncheckedGet();
    if (!state || !pthread_equal((pthread_t)state->thread_id, pthread_self()) || state->c_profilefunc)
        return;
    if (!__atomic_load_n(&run, __ATOMIC_RELAXED)) /* the signal is late; a profile may begin */
        return;
    state->c_profilefunc = profile;
    if (!state->tracing)
        state->cframe->use_tracing = 255;
}

/* Interrupt the thread that runs Python's code now, if there is one. It may end meanwhile; then the system knows no
 * thread of this number, or another one, which ignores the signal. If the program handles the signal itself, it does
 * not get ours. */
static void interrupt(void)
{
    struct sigaction now;
    const PyThreadState *state = _PyThreadState_UncheckedGet();
    if (state && sigaction(SIGPROF, NULL, &now) == 0 && now.sa_handler == interrupted)
        syscall(SYS_tgkill, getpid(), (pid_t)state->native_thread_id, SIGPROF);
}

static void *wait_and_interrupt(void *its_run)
{
    struct timespec due;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &due);
    while (__atomic_load_n(&run, __ATOMIC_RELAXED) == (uintptr_t)its_run) {
        due.tv_nsec += interval;
        due.tv_sec += due.tv_nsec / SECOND;
        due.tv_nsec %= SECOND;
        if (clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, TIMER_ABSTIME, &due, NULL) != 0 || _Py_IsFinalizing())
            break;
        interrupt();
    }
    return NULL;
}

static const char *install_handler(void)
{
    struct sigaction action = {.sa_handler = interrupted, .sa_flags = SA_RESTART};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGPROF, NULL, &before) != 0)
        return "SIGPROF cannot be used";
    if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN && before.sa_handler != interrupted)
        return "the program uses SIGPROF, which sampling needs";
    return sigaction(SIGPROF, &action, NULL) == 0 ? NULL : "SIGPROF cannot be used";
}

const char *qpy_sampling_begin(unsigned rate)
{
    static uintptr_t runs;
    pthread_t thread;
    sigset_t all, before;
    const char *wrong = install_handler();
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
}
