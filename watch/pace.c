#include "watch/pace.h"

#include "base/clock.h"

#define SHARE 50 /* a reading may use 1/50 = 2% of a CPU */

void qp_pace_begin(struct qp_pace *pace)
{
    pace->begun_ns = qp_clock_process();
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
    pace->cost_ns = qp_clock_process() - pace->begun_ns;
    return qp_pace_period(pace);
}
