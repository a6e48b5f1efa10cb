/* percentile.h - percentiles from a log2 histogram of durations and the longest of them (struct qp_lives_record).
 *
 * A bucket n holds durations of 2^n to 2^(n+1) - 1 ticks, bucket 0 those of 0 and 1, the last one all that are longer
 * than those before. A percentile is one of the durations, the shortest that so many do not exceed, and within a
 * bucket they are taken as evenly spread, up to the longest. So it lies in the bucket of the true one, which is more
 * than half and less than twice of it but for the last bucket. What falls on the longest is exact: all percentiles of
 * one duration, and p99 of fewer than a hundred. The shortest is not recorded. */
#ifndef QP_LOAD_PERCENTILE_H
#define QP_LOAD_PERCENTILE_H

#include "format/record.h"

/* The duration in ticks that share per cent (0 to 100) of the counted ones do not exceed, 100 = the longest; 0 of an
 * empty histogram whose longest is 0. */
uint64_t qp_percentile(const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest, double share);

/* By how many ticks the longest is more than any of the highest bucket that has some can be, or less (as a negative
 * number): 0 of all that can be true. Of an empty histogram it is 0. */
uint64_t qp_percentile_excess(const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest);

/* How many it counts. */
uint64_t qp_percentile_count(const uint64_t buckets[QP_LIVES_BUCKETS]);

#endif
