#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bindings/python/follow/interrupt.h"
#include "bindings/python/functions/function.h"

static void (*taken)(PyFrameObject *frame); /* NULL = none; written atomically */

/* The first event after the signal. The call of a function comes before the function runs, so the interruption belongs
 * to the caller. */
static int profile(PyObject *self, PyFrameObject *frame, int what, PyObject *argument)
{
    (void)self;
    (void)argument;
    PyThreadState *state = PyThreadState_Get();
    state->c_profilefunc = NULL;
    void (*function)(PyFrameObject *) = __atomic_load_n(&taken, __ATOMIC_RELAXED);
    if (function)
        function(what == PyTrace_CALL ? qpy_frame_caller(frame) : frame);
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
    if (!__atomic_load_n(&taken, __ATOMIC_RELAXED)) /* the signal is late; a profile may begin */
        return;
    state->c_profilefunc = profile;
    if (!state->tracing)
        state->cframe->use_tracing = 255;
}

/* Interrupt the thread that runs Python's code now, if there is one. It may end meanwhile; then the system knows no
 * thread of this number, or another one, which ignores the signal. If the program handles the signal itself, it does
 * not get ours. */
void qpy_interrupt(void)
{
    struct sigaction now;
    const PyThreadState *state = _PyThreadState_UncheckedGet();
    if (state && sigaction(SIGPROF, NULL, &now) == 0 && now.sa_handler == interrupted)
        syscall(SYS_tgkill, getpid(), (pid_t)state->native_thread_id, SIGPROF);
}

const char *qpy_interrupts_begin(void (*function)(PyFrameObject *frame))
{
    __atomic_store_n(&taken, function, __ATOMIC_RELAXED);
    struct sigaction action = {.sa_handler = interrupted, .sa_flags = SA_RESTART};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGPROF, NULL, &before) != 0)
        return "SIGPROF cannot be used";
    if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN && before.sa_handler != interrupted)
        return "the program uses SIGPROF, which sampling needs";
    return sigaction(SIGPROF, &action, NULL) == 0 ? NULL : "SIGPROF cannot be used";
}

void qpy_interrupts_end(void)
{
    __atomic_store_n(&taken, NULL, __ATOMIC_RELAXED);
}
