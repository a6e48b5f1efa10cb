/* percentile.h - percentiles from a log2 histogram of durations (struct qp_lives_record).
 *
 * A bucket n holds durations of 2^n to 2^(n+1) - 1 ticks, bucket 0 those of 0 and 1. Within a bucket they are taken as
 * evenly spread. So a percentile lies in the bucket of the true one: it is more than half and less than twice of that.
 * Where the last bucket is reached it is only known to be that long at least. */
#ifndef QP_DATA_PERCENTILE_H
#define QP_DATA_PERCENTILE_H

#include "data/record.h"

/* The duration in ticks that share per cent (0 to 100) of the counted ones do not exceed; 0 of an empty histogram. */
uint64_t qp_percentile(const uint64_t buckets[QP_LIVES_BUCKETS], double share);

/* How many it counts. */
uint64_t qp_percentile_count(const uint64_t buckets[QP_LIVES_BUCKETS]);

#endif
