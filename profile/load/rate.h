/* rate.h - conversion of ticks to nanoseconds that keeps sums exact.
 *
 * Parts that are rounded one by one no longer add up to their sum. A struct qp_rounding carries the remainders over:
 * the converted parts add up to the converted sum (rounded down), and each part is correct to one nanosecond. */
#pragma once

#include "format/record.h"

#include <stdbool.h>

struct qp_rate {
    uint64_t ns; /* nanoseconds in `ticks` ticks; both are 1 if a tick is a nanosecond, or if there is no clock */
    uint64_t ticks;
};

struct qp_rounding {
    uint64_t ticks; /* sum converted so far */
    uint64_t ns;    /* result so far */
};

/* Return true if `pair` is later than `than` on both clocks. Otherwise the two pairs do not give a rate. */
bool qp_rate_is_later(const struct qp_clock_pair *pair, const struct qp_clock_pair *than);

/* Return the rate between two clock pairs. If the second pair is not later than the first, return the rate of ticks
 * that are nanoseconds. */
struct qp_rate qp_rate_between(const struct qp_clock_pair *start, const struct qp_clock_pair *end);

uint64_t qp_rate_ns(const struct qp_rate *rate, uint64_t ticks);

/* Convert the next part of a sum, so that all parts converted so far add up to the converted sum. */
uint64_t qp_rate_carry(const struct qp_rate *rate, struct qp_rounding *rounding, uint64_t ticks);

/* Convert a difference that may be negative. Negative numbers are passed and returned as their two's complement. */
uint64_t qp_rate_difference(const struct qp_rate *rate, uint64_t difference);

/* Add a histogram of durations in ticks (QP_LIVES_BUCKETS buckets by powers of two, and the longest duration) to a
 * histogram in nanoseconds. If a bucket overlaps two buckets of the sum, split its count in proportion to the
 * lengths. */
void qp_rate_add_durations(const struct qp_rate *rate, const uint64_t *durations, uint64_t longest, uint64_t *sum);
