#include "profile/load/percentile.h"

uint64_t qp_percentile_count(const uint64_t buckets[QP_LIVES_BUCKETS])
{
    uint64_t count = 0;
    for (int i = 0; i < QP_LIVES_BUCKETS; i++)
        count += buckets[i];
    return count;
}

static uint64_t last_of(int bucket)
{
    return bucket < QP_LIVES_BUCKETS - 1 ? qp_percentile_first(bucket + 1) - 1 : UINT64_MAX;
}

uint64_t qp_percentile_excess(const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest)
{
    int highest = QP_LIVES_BUCKETS - 1;
    while (highest > 0 && !buckets[highest])
        highest--;
    if (!buckets[highest])
        return longest;
    if (longest < qp_percentile_first(highest))
        return longest - qp_percentile_first(highest);
    return longest > last_of(highest) ? longest - last_of(highest) : 0;
}

/* Return the number of shortest durations that make up at least this share. */
static uint64_t rank_of(double share, uint64_t count)
{
    double exact = share / 100 * (double)count;
    uint64_t whole = (uint64_t)exact;
    return whole + (exact > (double)whole || whole == 0);
}

uint64_t qp_percentile(const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest, double share)
{
    uint64_t count = qp_percentile_count(buckets), rank = rank_of(share, count);
    int bucket = 0;
    if (rank >= count)
        return longest;
    while (buckets[bucket] < rank)
        rank -= buckets[bucket++];
    uint64_t from = qp_percentile_first(bucket), to = last_of(bucket) < longest ? last_of(bucket) : longest;
    double part = ((double)rank - 0.5) / (double)buckets[bucket];
    return to > from ? from + (uint64_t)(part * (double)(to - from)) : to;
}
