/* timer.h - periodic callback on a thread, in a signal handler (SIGPROF).
 *
 * At rates up to QLUA_TIMER_TICKS per second, the timer runs on the thread's CPU time, so no signal interrupts a
 * waiting thread. The system checks CPU time only at its ticks, which are too slow for higher rates. At higher rates
 * the timer runs on wall-clock time, and blocking calls may fail with EINTR. */
#pragma once

#include <stdbool.h>
#include <time.h>

#define QLUA_TIMER_TICKS 200

struct qlua_timer {
    void (*due)(void *data);
    void *data;
    timer_t id;
    long period; /* in nanoseconds */
    bool runs;
};

/* Start to call due(data) on this thread, `rate` times per second. The struct must never be freed: a signal may be
 * pending when the timer ends. Return NULL or an error message. */
const char *qlua_timer_begin(struct qlua_timer *timer, unsigned rate);
void qlua_timer_end(struct qlua_timer *timer);

/* Delay the next call of `due` until this number of nanoseconds from now. Later calls follow in the usual period. */
void qlua_timer_delay(const struct qlua_timer *timer, long nanoseconds);

/* Return the CPU time of this thread, in nanoseconds. */
long qlua_timer_cpu_time(void);
