/* calls.c - functions that precede those of the C library, so that a program does not notice that it is sampled, and
 * new threads are sampled.
 *
 * The program never gets or waits for the signal of the samples, cannot block it, and its own handler of this signal is
 * only called for signals that are no samples. */
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>

#include "bindings/sample/real.h"
#include "bindings/sample/thread.h"

#define PUBLIC __attribute__((visibility("default")))

/* ---- threads ----------------------------------------------------------------------------------------------------- */

struct start {
    void *(*function)(void *);
    thrd_start_t c11; /* instead of `function` */
    void *argument;
};

static struct start begin_thread(void *data)
{
    struct start start = *(struct start *)data;
    free(data);
    sampled_begin();
    return start;
}

static void *run_thread(void *data)
{
    struct start start = begin_thread(data);
    return start.function(start.argument);
}

static int run_c11_thread(void *data)
{
    struct start start = begin_thread(data);
    return start.c11(start.argument);
}

/* Return a copy of the thread's function and argument, NULL if it is not sampled. */
static struct start *new_start(struct start start)
{
    struct start *copy = kit_sampled_is_active() ? malloc(sizeof *copy) : NULL;
    if (copy)
        *copy = start;
    return copy;
}

PUBLIC int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *data)
{
    struct start *start = new_start((struct start){.function = function, .argument = data});
    int error = real_pthread_create(thread, attributes, start ? run_thread : function, start ? start : data);
    if (error)
        free(start);
    return error;
}

PUBLIC int thrd_create(thrd_t *thread, thrd_start_t function, void *data)
{
    struct start *start = new_start((struct start){.c11 = function, .argument = data});
    int result = real_thrd_create(thread, start ? run_c11_thread : function, start ? start : data);
    if (result != thrd_success)
        free(start);
    return result;
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

/* Return the set without the signal of the samples. */
static const sigset_t *without(const sigset_t *set, sigset_t *copy)
{
    if (!set || !kit_sampled_is_active() || sigismember(set, SAMPLED_SIGNAL) <= 0)
        return set;
    *copy = *set;
    sigdelset(copy, SAMPLED_SIGNAL);
    return copy;
}

PUBLIC int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    struct sigaction copy;
    if (!kit_sampled_is_active())
        return real_sigaction(number, action, before);
    if (number == SAMPLED_SIGNAL) {
        sampled_exchange_action(action, before);
        return 0;
    }
    if (action && sigismember(&action->sa_mask, SAMPLED_SIGNAL) > 0) {
        copy = *action;
        sigdelset(&copy.sa_mask, SAMPLED_SIGNAL);
        action = &copy;
    }
    return real_sigaction(number, action, before);
}

PUBLIC __sighandler_t signal(int number, __sighandler_t handler)
{
    const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    struct sigaction before;
    if (number != SAMPLED_SIGNAL || !kit_sampled_is_active())
        return real_signal(number, handler);
    sampled_exchange_action(&action, &before);
    return before.sa_handler;
}

PUBLIC int sigprocmask(int how, const sigset_t *set, sigset_t *before)
{
    sigset_t copy;
    return real_sigprocmask(how, how == SIG_UNBLOCK ? set : without(set, &copy), before);
}

PUBLIC int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    sigset_t copy;
    return real_pthread_sigmask(how, how == SIG_UNBLOCK ? set : without(set, &copy), before);
}

PUBLIC int sigwait(const sigset_t *set, int *number)
{
    sigset_t copy;
    return real_sigwait(without(set, &copy), number);
}

PUBLIC int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    sigset_t copy;
    return real_sigwaitinfo(without(set, &copy), info);
}

PUBLIC int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout)
{
    sigset_t copy;
    return real_sigtimedwait(without(set, &copy), info, timeout);
}

PUBLIC int signalfd(int descriptor, const sigset_t *set, int flags)
{
    sigset_t copy;
    return real_signalfd(descriptor, without(set, &copy), flags);
}
