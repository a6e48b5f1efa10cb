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

bool kit_timer_start(struct kit_timer *timer, clockid_t clock, int signal, unsigned signals_per_second)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
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
