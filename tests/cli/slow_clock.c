/* slow_clock.c - a preloaded library: each reading of a clock is $SLOW_CLOCK_MS milliseconds later than the reading
 * before. */
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static uint64_t ms = 1000;
    const char *step = getenv("SLOW_CLOCK_MS");
    (void)clock;
    ms += step ? strtoull(step, NULL, 10) : 0;
    *now = (struct timespec){.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000 * 1000000)};
    return 0;
}
