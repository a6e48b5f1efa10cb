#include "base/clock.h"

#include "base/atomic.h"

#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if QP_CLOCK_HAS_COUNTER
#include <cpuid.h>
#endif

bool qp_clock_tsc;
uint64_t (*qp_clock_fake)(void);

static uint64_t nanoseconds(clockid_t clock)
{
    struct timespec t = {0, 0};
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static bool counter_is_invariant(void)
{
#if QP_CLOCK_HAS_COUNTER
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8));
#else
    return false;
#endif
}

/* Return true if the kernel uses the time stamp counter as its clock. If the counter is unsteady, the kernel uses
 * another clock source. */
static bool kernel_uses_counter(void)
{
    char name[16] = "";
    int fd = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, name, sizeof name - 1);
    close(fd);
    return length >= 4 && memcmp(name, "tsc\n", 4) == 0;
}

void qp_clock_init(enum qp_clock_wanted wanted)
{
    static bool done;
    if (!done)
        qp_store_relaxed(&qp_clock_tsc, wanted != QP_CLOCK_WANT_MONOTONIC && counter_is_invariant() &&
                                            (wanted == QP_CLOCK_WANT_TSC || kernel_uses_counter()));
    done = true; /* set once, so that qp_clock_tsc does not change when a second run starts: other threads may read
                  * it */
}

bool qp_clock_is_tsc(void)
{
    return qp_load_relaxed(&qp_clock_tsc) && !qp_clock_fake;
}

uint64_t qp_clock_monotonic(void)
{
    return nanoseconds(CLOCK_MONOTONIC);
}

uint64_t qp_clock_read(void)
{
    if (QP_UNLIKELY(qp_clock_fake))
        return qp_clock_fake();
    return qp_load_relaxed(&qp_clock_tsc) ? qp_clock_counter() : qp_clock_monotonic();
}

uint64_t qp_clock_read_after(void)
{
    return qp_clock_is_tsc() ? qp_clock_after() : qp_clock_read();
}

uint64_t qp_clock_cpu(void)
{
    return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

/* Lowest three bits of the clock ID of a thread's CPU clock. The bits above are the complement of the thread's id. */
#define THREAD_CPU 6

uint64_t qp_clock_cpu_of(int thread)
{
    return nanoseconds((clockid_t)((~(unsigned)thread << 3) | THREAD_CPU));
}

uint64_t qp_clock_process(void)
{
    return nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
}

/* Read both clocks up to 5 times and take the pair whose readings are closest together. An interrupt between two
 * readings would put them microseconds apart. */
void qp_clock_pair(uint64_t *tick, uint64_t *monotonic_ns)
{
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        uint64_t before = qp_clock_read();
        uint64_t ns = qp_clock_monotonic();
        uint64_t after = qp_clock_read();
        if (after - before >= best)
            continue;
        best = after - before;
        *tick = before + (after - before) / 2;
        *monotonic_ns = ns;
    }
}
