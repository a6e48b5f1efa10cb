/* interval.h - Wilson confidence interval of a sampled share.
 *
 * The interval contains the true share in 95 of 100 runs if samples have about equal weight, and if the time of a
 * sample does not depend on the code that runs. */
#pragma once

#include <stdint.h>

struct qp_interval {
    double low; /* 0 to 1, like high */
    double high;
};

/* Return the interval of the share `part` / `whole`, which was estimated from this number of samples. Without
 * samples, return 0 to 1. */
struct qp_interval qp_interval_of(uint64_t part, uint64_t whole, uint64_t samples);
