#include "watch/pace.h"

#include <time.h>

#define SHARE 50 /* a reading may use 1/50 = 2% of a CPU */

static uint64_t processor_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void qp_pace_begin(struct qp_pace *pace)
{
    pace->begun_ns = processor_ns();
}

uint64_t qp_pace_least(const struct qp_pace *pace)
{
    return pace->cost_ns * SHARE;
}

uint64_t qp_pace_period(const struct qp_pace *pace)
{
    uint64_t least = qp_pace_least(pace);
    return least > pace->asked_ns ? least : pace->asked_ns;
}

uint64_t qp_pace_end(struct qp_pace *pace)
{
    pace->cost_ns = processor_ns() - pace->begun_ns;
    return qp_pace_period(pace);
}
