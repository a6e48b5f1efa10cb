/* interval.h - Wilson confidence interval of a sampled share, and the interval of a change.
 *
 * The interval contains the true share in 95 of 100 runs if samples have about equal weight, and if the time of a
 * sample does not depend on the code that runs. */
#pragma once

#include <stdint.h>

struct qp_interval {
    double low;
    double high;
};

#define QP_INTERVAL_DEVIATIONS                                                                                         \
    1.959964 /* standard deviations around the mean that 95 % of a normal distribution have */

/* Return the interval of the share `part` / `whole`, 0 to 1, which was estimated from this number of samples. Without
 * samples, return 0 to 1. qp_interval_within returns an interval that is this number of standard deviations wide to
 * both sides. */
struct qp_interval qp_interval_of(uint64_t part, uint64_t whole, uint64_t samples);
struct qp_interval qp_interval_within(uint64_t part, uint64_t whole, uint64_t samples, double deviations);

/* Return the interval of the difference `after` - `before` of two independent numbers with these intervals (Newcombe's
 * method). */
struct qp_interval qp_interval_of_change(double before, struct qp_interval of_before, double after,
                                         struct qp_interval of_after);
