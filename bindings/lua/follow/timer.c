#include "bindings/lua/follow/timer.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Older headers do not define this name. */
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define SECOND 1000000000L

static void handle(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    if (info->si_code != SI_TIMER)
        return;
    int error = errno;
    const struct qlua_timer *timer = info->si_value.sival_ptr;
    if (timer->runs)
        timer->due(timer->data);
    errno = error;
}

/* Install the signal handler. It is never removed, since a signal may be pending when the last timer ends. */
static const char *install_handler(void)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGPROF, NULL, &before) != 0)
        return "SIGPROF cannot be used";
    if (before.sa_flags & SA_SIGINFO && before.sa_sigaction == handle)
        return NULL;
    if (before.sa_flags & SA_SIGINFO || (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN))
        return "the program uses SIGPROF, which sampling needs";
    return sigaction(SIGPROF, &action, NULL) == 0 ? NULL : "SIGPROF cannot be used";
}

const char *qlua_timer_begin(struct qlua_timer *timer, unsigned rate)
{
    const char *wrong = install_handler();
    if (wrong)
        return wrong;
    struct sigevent event = {
        .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF, .sigev_value = {.sival_ptr = timer}};
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (timer_create(rate > QLUA_TIMER_TICKS ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &event, &timer->id) != 0)
        return "cannot create a timer";
    timer->period = SECOND / (long)rate;
    timer->runs = true;
    qlua_timer_delay(timer, timer->period);
    return NULL;
}

static struct timespec time_of(long nanoseconds)
{
    return (struct timespec){.tv_sec = nanoseconds / SECOND, .tv_nsec = nanoseconds % SECOND};
}

void qlua_timer_delay(const struct qlua_timer *timer, long nanoseconds)
{
    const struct itimerspec times = {.it_interval = time_of(timer->period), .it_value = time_of(nanoseconds)};
    timer_settime(timer->id, 0, &times, NULL);
}

long qlua_timer_cpu_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

void qlua_timer_end(struct qlua_timer *timer)
{
    if (timer->runs)
        timer_delete(timer->id);
    timer->runs = false;
}
