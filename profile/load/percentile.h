/* percentile.h - percentiles from a log2 histogram of durations and the longest of them (struct qp_lives_record).
 *
 * Bucket n holds durations of 2^n to 2^(n+1) - 1 ticks. The first bucket also holds durations of 0, the last one all
 * longer durations. A percentile is the shortest duration that a given share of all durations does not exceed.
 * Durations are assumed to be spread evenly within a bucket, up to the longest one. So the result is in the bucket of
 * the true percentile, and (except in the last bucket) more than half and less than twice the true percentile. A
 * percentile that falls on the longest duration is exact: this applies to all percentiles if there is a single
 * duration, and to p99 if there are fewer than a hundred durations. The shortest duration is not recorded. */
#pragma once

#include "format/record.h"

/* Return the shortest duration that belongs to a bucket. */
static inline uint64_t qp_percentile_first(int bucket)
{
    return bucket ? (uint64_t)1 << bucket : 0;
}

/* Return the duration in ticks that `share` percent (0 to 100) of the durations do not exceed; for 100, the longest.
 * Return 0 for an empty histogram whose longest duration is 0. */
uint64_t qp_percentile(const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest, double share);

/* Return by how many ticks the longest duration is above the highest bucket that is not empty; 0 if it is in that
 * bucket. If it is below the bucket, return the negative distance as an unsigned number. For an empty histogram, return
 * the longest duration. */
uint64_t qp_percentile_excess(const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest);

/* Return the number of durations in a histogram. */
uint64_t qp_percentile_count(const uint64_t buckets[QP_LIVES_BUCKETS]);
