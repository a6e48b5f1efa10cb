/* timer.h - something is done on a thread again and again, by a signal (SIGPROF): it may do what signal handlers may.
 *
 * The clock is the thread's CPU time as long as the system's ticks are enough, so that no signal comes while it waits;
 * above QLUA_TIMER_TICKS a second it is that on the wall, and calls that wait may end with EINTR. */
#ifndef QLUA_TIMER_H
#define QLUA_TIMER_H

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

/* Call due(data) on this thread, so many times a second. The struct lives as long as the process: a signal may be on
 * its way when the timer ends. Returns NULL, or what went wrong. */
const char *qlua_timer_begin(struct qlua_timer *timer, unsigned rate);
void qlua_timer_end(struct qlua_timer *timer);

/* Call it next when so many nanoseconds have passed, and then as before. */
void qlua_timer_delay(const struct qlua_timer *timer, long nanoseconds);

/* The CPU time of this thread, in nanoseconds. */
long qlua_timer_cpu_time(void);

#endif
