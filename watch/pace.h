/* pace.h - the time between two readings of a live file, which is extended if reading would take more than 2% of a
 * CPU. */
#pragma once

#include <stdint.h>

struct qp_pace {
    uint64_t asked_ns; /* requested interval */
    uint64_t begun_ns; /* CPU time of this process at the start of the current reading */
    uint64_t cost_ns;  /* CPU time of the last reading */
};

void qp_pace_begin(struct qp_pace *pace);

/* End a reading, after its display. Return the time to wait until the next reading. */
uint64_t qp_pace_end(struct qp_pace *pace);

/* qp_pace_period returns the interval between readings: the requested interval, or the minimum interval if that is
 * longer. qp_pace_least returns the minimum interval, which is computed from the cost of the last reading. */
uint64_t qp_pace_period(const struct qp_pace *pace);
uint64_t qp_pace_least(const struct qp_pace *pace);
