/* clock.h - the clock of all recorded times, whose unit is the tick.
 *
 * A tick is one of the time stamp counter if the kernel uses that counter, otherwise a nanosecond of CLOCK_MONOTONIC.
 *
 *   qp_clock_init        choose the clock, once per process; further calls do nothing
 *   qp_clock_tsc         true if the time stamp counter was chosen: hot code then reads the counter directly
 *   qp_clock_read        a tick of the chosen clock; any thread, async-signal-safe
 *   qp_clock_read_after  a tick of the chosen clock, read after all preceding work if the clock supports that
 *   qp_clock_cpu         CPU time of the calling thread in nanoseconds; a reading takes about 400 ns
 *   qp_clock_cpu_of      CPU time of another thread of the process by id, 0 if it has ended
 *   qp_clock_process     CPU time of all threads of the process in nanoseconds
 *   qp_clock_monotonic   CLOCK_MONOTONIC in nanoseconds
 *   qp_clock_pair        the current moment on the tick clock and on CLOCK_MONOTONIC, for conversions
 *   qp_clock_fake        for tests: if this function is not NULL, it supplies the ticks */
#pragma once

#include "base/attribute.h"

#include <stdbool.h>
#include <stdint.h>

/* Compiler built-ins replace <x86intrin.h>: including that header takes 0.5 s of the 0.8 s that one of our files
 * compiles.
 */
#if defined(__x86_64__)
#define QP_CLOCK_HAS_COUNTER 1
#define qp_clock_counter()   ((uint64_t)__builtin_ia32_rdtsc())
#else
#define QP_CLOCK_HAS_COUNTER 0
#define qp_clock_counter()   ((uint64_t)0)
#endif

/* Read the counter after all preceding work. */
static inline uint64_t qp_clock_after(void)
{
#if QP_CLOCK_HAS_COUNTER
    __builtin_ia32_lfence();
    return qp_clock_counter();
#else
    return 0;
#endif
}

/* Read the counter after all preceding work and before all following work. */
static inline uint64_t qp_clock_ordered(void)
{
    uint64_t tick = qp_clock_after();
#if QP_CLOCK_HAS_COUNTER
    __builtin_ia32_lfence();
#endif
    return tick;
}

extern bool qp_clock_tsc;
extern uint64_t (*qp_clock_fake)(void);

void qp_clock_init(void);
QP_SHARED uint64_t qp_clock_read(void);
uint64_t qp_clock_read_after(void);
uint64_t qp_clock_cpu(void);
uint64_t qp_clock_cpu_of(int thread);
uint64_t qp_clock_process(void);
uint64_t qp_clock_monotonic(void);
void qp_clock_pair(uint64_t *tick, uint64_t *monotonic_ns);
