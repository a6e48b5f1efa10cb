/* rate.h - conversion of ticks to nanoseconds that keeps sums exact.
 *
 * Parts that are rounded one by one no longer add up to their sum. A rounding carries the remainders over: its results
 * add up to the sum of their ticks, to the nanosecond (rounded down), and each is correct to one nanosecond. */
#pragma once

#include "format/record.h"

#include <stdbool.h>

struct qp_rate {
    uint64_t ns; /* nanoseconds in `ticks` ticks; both are 1 if a tick is a nanosecond, or no time at all */
    uint64_t ticks;
};

struct qp_rounding {
    uint64_t ticks; /* sum converted so far */
    uint64_t ns;    /* result so far */
};

/* Return true if a pair is later than another one on both clocks. Only then do they have a rate. */
bool qp_rate_is_later(const struct qp_clock_pair *pair, const struct qp_clock_pair *than);

/* Return the rate between two clock pairs. If the second pair is not later than the first, return the rate of ticks
 * that are nanoseconds. */
struct qp_rate qp_rate_between(const struct qp_clock_pair *start, const struct qp_clock_pair *end);

uint64_t qp_rate_ns(const struct qp_rate *rate, uint64_t ticks);

/* Convert the next part of a sum. */
uint64_t qp_rate_carry(const struct qp_rate *rate, struct qp_rounding *rounding, uint64_t ticks);

/* Convert a difference that may be negative, in unsigned arithmetic. */
uint64_t qp_rate_difference(const struct qp_rate *rate, uint64_t difference);

/* Add a histogram of durations (QP_LIVES_BUCKETS powers of two of ticks, and the longest duration) to one of
 * nanoseconds. If a bucket spans two buckets of the sum, split it in proportion to its length. */
void qp_rate_add_durations(const struct qp_rate *rate, const uint64_t *durations, uint64_t longest, uint64_t *sum);
