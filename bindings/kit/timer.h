/* timer.h - timers that send a signal to their thread at random intervals of its CPU time, or of elapsed time, to take
 * samples.
 *
 * Intervals are between half and one and a half periods: with equal ones, the samples of a program that repeats itself
 * about as often would be always at the same places. Kernels check timers of CPU time at their ticks, 250 times a
 * second on most machines. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/cdefs.h>
#include <sys/types.h>
#include <time.h>

__BEGIN_DECLS

struct kit_timer {
    timer_t timer;
    bool exists;
    uint64_t period; /* in nanoseconds */
    uint64_t due;    /* reading of the clock at which the next signal is due */
    uint64_t seed;   /* of the random intervals */
};

/* Return the reading of a clock in nanoseconds. Async-signal-safe. */
uint64_t kit_timer_read(clockid_t clock);

/* Return the CPU clock of a thread of the process, from its id in the system (gettid). */
clockid_t kit_timer_clock_of(pid_t thread);

/* Start a timer of the calling thread, on CLOCK_THREAD_CPUTIME_ID or CLOCK_MONOTONIC. Return false with errno if this
 * fails. kit_timer_start_other starts a timer of another thread, on its CPU clock or CLOCK_MONOTONIC; `value` is the
 * si_value of its signals. */
bool kit_timer_start(struct kit_timer *timer, clockid_t clock, int signal, unsigned signals_per_second);
bool kit_timer_start_other(struct kit_timer *timer, clockid_t clock, int signal, unsigned signals_per_second,
                           pid_t thread, void *value);

/* Set the timer to its next signal, at least half a period after `now`, a reading of its clock at the end of the
 * handler: a sample of a deep stack may take longer than a period, and the program would never continue.
 * Async-signal-safe. */
void kit_timer_continue(struct kit_timer *timer, uint64_t now);

/* End the timer, if it exists. */
void kit_timer_end(struct kit_timer *timer);

__END_DECLS
