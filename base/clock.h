/* clock.h - the clock of all recorded times.
 *
 * Its unit is the tick: a tick of the time stamp counter or a nanosecond of CLOCK_MONOTONIC.
 *
 *   qp_clock_init        choose the clock, once per process; further calls do nothing
 *   qp_clock_tsc         true if the time stamp counter was chosen: hot code then reads the counter directly
 *   qp_clock_is_tsc      true if qp_clock_read reads the time stamp counter
 *   qp_clock_read        a tick of the chosen clock; any thread and any signal handler may call this
 *   qp_clock_read_after  as qp_clock_read, but read after all preceding instructions if the clock supports that
 *   qp_clock_cpu         CPU time of the calling thread in nanoseconds; reading it takes about 400 ns
 *   qp_clock_cpu_of      CPU time of another thread of the process by its id; 0 if the thread has ended
 *   qp_clock_process     CPU time of all threads of the process in nanoseconds
 *   qp_clock_monotonic   CLOCK_MONOTONIC in nanoseconds
 *   qp_clock_pair        the current moment on the tick clock and on CLOCK_MONOTONIC, for conversions
 *   qp_clock_fake        for tests: if this function pointer is not NULL, the function supplies the ticks */
#pragma once

#include "base/attribute.h"

#include <stdbool.h>
#include <stdint.h>

/* Use compiler built-ins instead of <x86intrin.h>. That header would take 0.5 s of the 0.8 s in which one of our
 * files compiles. */
#if defined(__x86_64__)
#define QP_CLOCK_HAS_COUNTER 1
#define qp_clock_counter()   ((uint64_t)__builtin_ia32_rdtsc())
#else
#define QP_CLOCK_HAS_COUNTER 0
#define qp_clock_counter()   ((uint64_t)0)
#endif

/* Read the counter after all preceding instructions have completed. */
static inline uint64_t qp_clock_after(void)
{
#if QP_CLOCK_HAS_COUNTER
    __builtin_ia32_lfence();
    return qp_clock_counter();
#else
    return 0;
#endif
}

/* Read the counter after all preceding instructions have completed, and before any following instruction begins. */
static inline uint64_t qp_clock_ordered(void)
{
    uint64_t tick = qp_clock_after();
#if QP_CLOCK_HAS_COUNTER
    __builtin_ia32_lfence();
#endif
    return tick;
}

enum qp_clock_wanted {
    QP_CLOCK_WANT_KERNELS,  /* the time stamp counter if the kernel uses it as its clock, otherwise CLOCK_MONOTONIC */
    QP_CLOCK_WANT_TSC,      /* the time stamp counter if the processor says that its rate is constant */
    QP_CLOCK_WANT_MONOTONIC /* CLOCK_MONOTONIC */
};

extern bool qp_clock_tsc;
extern uint64_t (*qp_clock_fake)(void);

void qp_clock_init(enum qp_clock_wanted wanted);
bool qp_clock_is_tsc(void);
QP_SHARED uint64_t qp_clock_read(void);
uint64_t qp_clock_read_after(void);
uint64_t qp_clock_cpu(void);
uint64_t qp_clock_cpu_of(int thread);
uint64_t qp_clock_process(void);
uint64_t qp_clock_monotonic(void);
void qp_clock_pair(uint64_t *tick, uint64_t *monotonic_ns);
