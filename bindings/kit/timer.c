#include "bindings/kit/timer.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

uint64_t kit_timer_read(clockid_t clock)
{
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec : 0;
}

void kit_timer_continue(struct kit_timer *timer, uint64_t now)
{
    timer->seed = timer->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t interval = timer->period / 2 + (timer->seed >> 32) * timer->period / UINT32_MAX;
    timer->due = timer->due + interval > now ? timer->due + interval : now + interval;
    timer_settime(
        timer->timer, TIMER_ABSTIME,
        &(struct itimerspec){
            .it_value = {.tv_sec = (time_t)(timer->due / 1000000000), .tv_nsec = (long)(timer->due % 1000000000)},
        },
        NULL);
}

/* The kernel's clock ids have the thread's complemented id, a bit for a thread's clock, and the clock of the scheduler
 * (2). The C library provides them only by pthread_t. */
clockid_t kit_timer_clock_of(pid_t thread)
{
    return (clockid_t)(~(unsigned)thread << 3 | 4 | 2);
}

bool kit_timer_start(struct kit_timer *timer, clockid_t clock, int signal, unsigned signals_per_second)
{
    return kit_timer_start_other(timer, clock, signal, signals_per_second, (pid_t)syscall(SYS_gettid), NULL);
}

bool kit_timer_start_other(struct kit_timer *timer, clockid_t clock, int signal, unsigned signals_per_second,
                           pid_t thread, void *value)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal, .sigev_value.sival_ptr = value};
    event._sigev_un._tid = thread;
    *timer = (struct kit_timer){.period = 1000000000 / signals_per_second};
    timer->exists = timer_create(clock, &event, &timer->timer) == 0;
    if (!timer->exists)
        return false;
    uint64_t now = kit_timer_read(clock);
    timer->due = now - timer->period / 2; /* the first interval is between 0 and one period, so that of many short
                                           * threads enough are sampled */
    timer->seed = kit_timer_read(CLOCK_MONOTONIC) ^ (uintptr_t)timer;
    kit_timer_continue(timer, now);
    return true;
}

void kit_timer_end(struct kit_timer *timer)
{
    if (timer->exists)
        timer_delete(timer->timer);
    timer->exists = false;
}
