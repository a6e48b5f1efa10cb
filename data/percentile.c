#include "data/percentile.h"

uint64_t qp_percentile_count(const uint64_t buckets[QP_LIVES_BUCKETS])
{
    uint64_t count = 0;
    for (int i = 0; i < QP_LIVES_BUCKETS; i++)
        count += buckets[i];
    return count;
}

uint64_t qp_percentile(const uint64_t buckets[QP_LIVES_BUCKETS], double share)
{
    double rank = share / 100 * (double)qp_percentile_count(buckets), below = 0;
    uint64_t found = 0;
    for (int i = 0; i < QP_LIVES_BUCKETS; i++) {
        double inside = (double)buckets[i];
        if (inside == 0)
            continue;
        uint64_t from = i ? (uint64_t)1 << i : 0, width = i ? from : 2;
        double part = rank > below ? (rank - below) / inside : 0;
        if (part > 1)
            part = 1;
        found = from + (uint64_t)(part * (double)(width - 1));
        below += inside;
        if (below >= rank)
            break;
    }
    return found;
}
