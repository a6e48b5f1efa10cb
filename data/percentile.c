#include "data/percentile.h"

uint64_t qp_percentile_count(const uint64_t buckets[QP_LIVES_BUCKETS])
{
    uint64_t count = 0;
    for (int i = 0; i < QP_LIVES_BUCKETS; i++)
        count += buckets[i];
    return count;
}

/* The shortest duration of a bucket, and the longest. */
static uint64_t first_of(int bucket)
{
    return bucket ? (uint64_t)1 << bucket : 0;
}

static uint64_t last_of(int bucket)
{
    return bucket < QP_LIVES_BUCKETS - 1 ? first_of(bucket + 1) - 1 : UINT64_MAX;
}

uint64_t qp_percentile_excess(const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest)
{
    int highest = QP_LIVES_BUCKETS - 1;
    while (highest > 0 && !buckets[highest])
        highest--;
    if (!buckets[highest])
        return longest;
    if (longest < first_of(highest))
        return longest - first_of(highest);
    return longest > last_of(highest) ? longest - last_of(highest) : 0;
}

uint64_t qp_percentile(const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest, double share)
{
    double rank = share / 100 * (double)qp_percentile_count(buckets), below = 0;
    int bucket = 0;
    while (bucket < QP_LIVES_BUCKETS - 1 && (!buckets[bucket] || below + (double)buckets[bucket] < rank))
        below += (double)buckets[bucket++];
    uint64_t from = first_of(bucket), to = last_of(bucket) < longest ? last_of(bucket) : longest;
    if (to <= from || !buckets[bucket])
        return to;
    double part = rank > below ? (rank - below) / (double)buckets[bucket] : 0;
    return part < 1 ? from + (uint64_t)(part * (double)(to - from)) : to;
}
